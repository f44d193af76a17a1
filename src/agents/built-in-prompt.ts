/**
 * What agents are told, unless the configuration names a file of one's own (`promptFile`). docs/agents.md tells what each
 * variable becomes; one that stands alone in its line goes with it when it has nothing to say.
 *
 * The angle brackets of the report matter: readReport() drops them, since some agents print their prompt back.
 */
export const BUILT_IN_PROMPT = `# Increment {{id}}: {{title}}

{{task}} It is one step of the plan "{{planTitle}}" ({{planFolder}}). You work alone and unattended, in the repository that is your current directory: nobody can answer a question, so decide and go on.

{{documents}}

Read them first, and the code that the increment touches. Then do this increment, wholly, and nothing of any other.

{{guidance}}

{{failures}}

{{hook}}

{{increment}}

{{gates}}

{{stories}}

{{learnings}}

## What is not yours to do

The runner runs the gates, writes the marks and makes the commits. Whatever of these you do is undone or stops the run.

- Do not commit, stage, stash, reset or rebase, and do not switch, create or delete branches, worktrees or tags.
- Do not change a status, a checkbox or a table of the plan or the PRD, and do not write to the progress log.
- Do not edit or skip a gate, and do not weaken a test or a script to make a gate green. New tests are welcome.
- Do not create a git repository inside this one, and do not leave a server or another program running.
- Do not work on later increments, and leave files that have nothing to do with this one alone.
- If you can't go on (an account, a decision or a tool is missing), say why as \`blocked\` in your report, and stop.

## Your report

End your last message with one block like this, in valid JSON. \`learnings\`: what the next iteration should know and
can't see in the code. \`criteria\`: the acceptance criteria, by the reference in round brackets, that are met now.
\`blocked\`: only when you could not go on. Leave out what does not apply.

\`\`\`ralph-report
{"learnings": ["<one sentence>"], "criteria": ["<US-000.0>"], "blocked": "<why>"}
\`\`\`
`;
