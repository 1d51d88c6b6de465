/** Which module may use which: only lower ones, and only through their index.ts. */
const ranks = [
  ['identity', 'takeouts'],
  ['retention'],
  ['jobs', 'environment'],
  ['workflows', 'tables', 'knowledge', 'files'],
  ['executions'],
  ['resume'],
  ['logs', 'audit', 'usage'],
  ['exports'],
  ['triggers', 'mcp', 'operations'],
  ['console'],
];

const spec = '\\.(int-|api-|process-)?spec\\.ts$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const importsGoDown = ranks.map((peers, rank) =>
  forbid(
    `imports-go-down-${rank}`,
    'A module may use lower ranks only. Need something from above? Declare a port and let the higher module provide it.',
    { path: `^src/modules/(${peers.join('|')})/`, pathNot: spec },
    { path: `^src/modules/(${ranks.slice(rank).flat().join('|')})/`, pathNot: '^src/modules/$1/' },
  ),
);

export default {
  forbidden: [
    forbid('no-cycles', 'With ES modules and decorator metadata a cycle is a crash at load.', {}, { circular: true }),
    forbid(
      'kernel-stands-alone',
      'The kernel is plain TypeScript: no packages, not even node:.',
      { path: '^src/kernel/', pathNot: spec },
      { pathNot: '^src/kernel/' },
    ),
    forbid(
      'infrastructure-knows-no-feature',
      'Turn it round: a port here, an adapter in the module.',
      { path: '^src/infrastructure/' },
      { path: '^src/modules/' },
    ),
    forbid(
      'domain-is-pure',
      'Decisions must run without Nest, a database or a clock.',
      { path: '^src/modules/([^/]+)/domain/', pathNot: spec },
      { pathNot: ['^src/kernel/', '^src/modules/$1/domain/'] },
    ),
    forbid(
      'engine-is-pure',
      'The engine sees the kernel, its own domain, the parser of expressions, and the types of a workflow. The runtime touches the world.',
      { path: '^src/modules/executions/engine/', pathNot: spec },
      {
        pathNot: ['^src/kernel/', '^src/modules/executions/(engine|domain)/', '^src/modules/workflows/index\\.ts$', 'node_modules/acorn/'],
      },
    ),
    forbid(
      'engine-takes-types-through-doors',
      'A value from a door would load the whole module, Nest included.',
      { path: '^src/modules/executions/engine/', pathNot: spec },
      { path: '^src/modules/[^/]+/index\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'enter-by-the-door',
      'Other modules are reached through their index.ts.',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'back-door-is-for-the-composition-root',
      'wiring.ts is read by src/composition.ts alone.',
      { path: '^src/', pathNot: '^src/composition\\.ts$' },
      { path: '/wiring\\.ts$' },
    ),
    forbid(
      'nobody-knows-the-root',
      'The composition root joins the parts; a part that knows it knows everything.',
      { path: '^src/(kernel|infrastructure|modules)/' },
      { path: '^src/[^/]+\\.ts$' },
    ),
    ...importsGoDown,
    forbid(
      'every-module-has-a-rank',
      'Give the new module its place in the list at the top of this file.',
      { path: `^src/modules/(?!(${ranks.flat().join('|')})/)` },
      {},
    ),
    forbid(
      'read-models-have-one-writer',
      'Entities belong to projections; queries may read them, stores own what is not a view of events.',
      { path: '^src/', pathNot: `/(projections|queries|store)/|/wiring\\.ts$|${spec}` },
      { path: '/projections/[^/]+\\.entity\\.ts$' },
    ),
    forbid(
      'controllers-only-translate',
      'No decisions, tables or drivers behind a route.',
      { path: '\\.controller\\.ts$' },
      {
        path: '/domain/|\\.(entity|handler|projection)\\.ts$|node_modules/(typeorm|pg)/|^src/infrastructure/(database|event-store|projections|queue)/',
      },
    ),
    forbid(
      'src-never-sees-test',
      'Test helpers stay in test/, benchmarks in bench/.',
      { path: '^src/', pathNot: spec },
      { path: `^(test|bench)/|${spec}` },
    ),
    forbid(
      'what-runs-is-a-dependency',
      'A server that was installed without development packages must start.',
      { path: '^src/', pathNot: spec },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    forbid('every-import-resolves', 'Nothing can be said about an import that leads nowhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js'],
    },
  },
};
