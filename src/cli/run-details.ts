/** What a run's page in the Web UI says from start to end, beside the details that change: how to steer it from there. */
export const runDetails = [
  'More Actions › Send a Signal, by name:',
  [
    '- `resume`: a run that waits goes on. Input, if any: `{"note": "for the next agent"}`, `{"accept": true}`, `{"maxIterations": 80}`',
    '- `pause`: the run waits after its current step',
    '- `guide`: a note for the next agent; input: `"the note in quotes"`',
  ].join('\n'),
  'Request Cancellation ends the run: half-made work is saved, the checkout is put back to its last commit. Terminate does neither.',
].join('\n\n');
