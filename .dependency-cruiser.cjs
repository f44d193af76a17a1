/** The rooms of src/ and who may enter them; docs/architecture.md says why. */
const room = (names) => `^src/(${names.join('|')})/`;
const pure = ['documents', 'gates', 'agents'];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nobody-imports-an-entry',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/(client|worker|fork-server)\\.ts$' },
    },
    ...pure.map((name) => ({
      name: `${name}-is-pure`,
      comment: 'Text in, text out: no disk, no process, no clock; of the other rooms the types alone.',
      severity: 'error',
      from: { path: room([name]) },
      to: { path: '^src/', pathNot: room([name]), dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'pure-rooms-have-no-io',
      severity: 'error',
      from: { path: room(pure) },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|string_decoder|url|util)$' },
    },
    {
      name: 'workflows-reach-nothing-outside',
      comment: 'Workflow code is replayed; activities are known to it as types.',
      severity: 'error',
      from: { path: room(['workflows']) },
      to: { path: '^src/', pathNot: room(['workflows']), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-command-line-never-loads-the-worker',
      severity: 'error',
      from: { path: '^src/(client\\.ts|cli/)' },
      to: { path: '@temporalio/(worker|core-bridge|testing|workflow)/|^src/activities/(?!types)', reachable: true },
    },
    {
      name: 'low-rooms-know-no-high-ones',
      severity: 'error',
      from: { path: room(['git', 'process', 'service', 'workspace']) },
      to: { path: room(['cli', 'activities']), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['^src/(client|worker|fork-server)\\.ts$', 'types\\.ts$'] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
