/** The modules from the lowest rank to the highest. A module uses lower ranks only, and only through their index.ts. */
export const ranks = [
  ['identity'],
  ['audit', 'retention'],
  ['environment'],
  ['models'],
  ['workflows', 'tables', 'knowledge', 'files', 'conversations'],
  ['runs'],
  ['pauses', 'triggers'],
  ['chat', 'logs', 'usage', 'mcp'],
  ['exports'],
  ['operations'],
  ['console'],
];

/** The rings below the modules, each with the rings that it may use beside itself. The pure ones come first. */
export const rings = {
  kernel: [],
  document: ['kernel'],
  engine: ['kernel', 'document'],
  world: ['kernel'],
  host: ['kernel', 'world'],
  ledger: ['kernel', 'host'],
  edge: ['kernel', 'host', 'ledger'],
  blocks: ['kernel', 'document', 'engine', 'world'],
};

/** The rooms of large rings and modules: a room uses the rooms before it. The dot is for the files beside the rooms. */
export const rooms = {
  'src/engine': ['agents', '.', 'texts', 'expressions', 'values', 'masking', 'graph', 'schedule', 'trace', 'replay'],
  'src/ledger': ['rows', 'database', 'signals', 'chores', 'events', 'work', 'objects', 'projections', 'months', 'vitals', 'backup', '.'],
  'src/modules/identity': ['domain', 'projections', 'store', 'gate', 'queries', 'commands', 'http', '.'],
  'src/modules/audit': ['domain', 'proof', 'store', 'recording', 'export', 'queries', 'http', '.'],
  'src/modules/workflows': ['domain', 'ports', 'projections', 'store', 'examples', 'queries', 'commands', 'adapters', 'http', '.'],
  'src/modules/tables': ['domain', 'csv', 'projections', 'store', 'queries', 'commands', 'http', '.'],
  'src/modules/knowledge': ['domain', 'ports', 'reading', 'search', 'projections', 'store', 'queries', 'jobs', 'commands', 'http', '.'],
  'src/modules/logs': ['domain', 'projections', 'store', 'queries', 'jobs', 'commands', 'http', '.'],
  'src/modules/runs': ['ports', 'jobs', 'blocks', 'drive', 'store', 'find', 'watch', 'stop', 'resume', 'start', 'http', '.'],
  'src/modules/triggers': [
    'domain',
    'signatures',
    'webhooks',
    'schedules',
    'kinds',
    'projections',
    'store',
    'deliveries',
    'events',
    'firing',
    'http',
    '.',
  ],
  'src/modules/mcp': ['domain', 'projections', 'store', 'client', 'queries', 'commands', 'server', 'http', '.'],
  'src/edge': ['request', 'answer', 'stream', 'prepared', 'arrival', 'body', 'upload', 'gate', 'throttle', '.'],
};

/** Rooms that check exported files without a server. They need no door, since they use nothing of their module that does. */
export const offline = ['audit/proof', 'exports/batch'];

const spec = '\\.(int-|api-|process-)?spec\\.ts$';
const pure = '\\.(decider|events|state|errors)\\.ts$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const importsGoDown = ranks.map((peers, rank) =>
  forbid(
    `imports-go-down-${rank}`,
    'A module may use lower ranks only. Need something from above? Declare a port and let the higher module provide it.',
    { path: `^src/modules/(${peers.join('|')})/`, pathNot: spec },
    { path: `^src/modules/(${ranks.slice(rank).flat().join('|')})/`, pathNot: '^src/modules/$1/' },
  ),
);

const ringsPointInwards = Object.entries(rings).map(([ring, inner]) =>
  forbid(
    `${ring}-uses-inner-rings`,
    inner.length === 0
      ? `The ${ring} imports nothing.`
      : `The ring ${ring} may use ${inner.join(', ')}. Turn the import round: a port here, an adapter further out.`,
    { path: `^src/${ring}/`, pathNot: spec },
    { path: '^src/', pathNot: [ring, ...inner].map((name) => `^src/${name}/`) },
  ),
);

const filesOf = (place, room) => (room === '.' ? `^${place}/[^/]+\\.ts$` : `^${place}/${room}/`);

const roomsInOrder = Object.entries(rooms).flatMap(([place, names]) => {
  const name = place.split('/').at(-1);
  const order = names
    .slice(0, -1)
    .map((room, index) =>
      forbid(
        `rooms-in-order-${name}-${room === '.' ? 'files' : room}`,
        `A room uses the rooms before it: ${names.join(', ')}.`,
        { path: filesOf(place, room), pathNot: spec },
        { path: names.slice(index + 1).map((higher) => filesOf(place, higher)) },
      ),
    );
  const unnamed = forbid(
    `every-room-has-a-place-${name}`,
    'Give the new room its place in the list at the top of this file.',
    { path: `^${place}/(?!(${names.filter((room) => room !== '.').join('|')})/)[^/]+/` },
    {},
  );
  return [...order, unnamed];
});

export default {
  forbidden: [
    forbid('no-cycles', 'With ES modules and decorator metadata a cycle is a crash at load.', {}, { circular: true }),
    forbid(
      'kernel-imports-nothing',
      'The kernel is plain TypeScript: no packages, not even node:.',
      { path: '^src/kernel/', pathNot: spec },
      { pathNot: '^src/kernel/' },
    ),
    ...ringsPointInwards,
    ...roomsInOrder,
    forbid(
      'domain-is-pure',
      'Decisions must run without Nest, a database or a clock.',
      { path: ['^src/modules/([^/]+)/domain/', `^src/modules/([^/]+)/.*${pure}`], pathNot: spec },
      { pathNot: ['^src/(kernel|document|engine)/', '^src/modules/[^/]+/domain/', `^src/modules/[^/]+/.*${pure}`] },
    ),
    forbid(
      'documents-are-pure',
      'Workflow documents are parsed, checked and compared without Nest, a database or a clock: the console does it too.',
      { path: '^src/document/', pathNot: spec },
      { pathNot: ['^src/(kernel|document)/'] },
    ),
    forbid(
      'engine-is-pure',
      'The engine sees the kernel, the document and the parser of expressions. The driver of runs touches the world.',
      { path: '^src/engine/', pathNot: spec },
      { pathNot: ['^src/(kernel|document|engine)/', 'node_modules/acorn/'] },
    ),
    forbid(
      'enter-by-the-door',
      'Modules are reached through their index.ts.',
      { path: '^src/', pathNot: ['^src/modules/', spec] },
      { path: '^src/modules/', pathNot: ['^src/modules/[^/]+/(index|wiring)\\.ts$', `^src/modules/(${offline.join('|')})/`] },
    ),
    forbid(
      'modules-enter-by-the-door',
      'Other modules are reached through their index.ts.',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'offline-rooms-need-no-server',
      'Proofs and exports are checked wherever the files are: no Nest, no database.',
      { path: `^src/modules/(${offline.join('|')})/`, pathNot: spec },
      {
        path: '^src/|node_modules',
        pathNot: ['^src/kernel/', '^src/host/whole-lines', '^src/modules/audit/domain/', ...offline.map((room) => `^src/modules/${room}/`)],
      },
    ),
    forbid(
      'back-door-is-for-the-composition-root',
      'wiring.ts is read by src/app/composition.ts alone.',
      { path: '^src/', pathNot: '^src/app/composition\\.ts$' },
      { path: '/wiring\\.ts$' },
    ),
    forbid(
      'parts-do-not-know-the-root',
      'The composition root joins the parts; a part that knows it knows everything.',
      { path: '^src/', pathNot: ['^src/(app|cli)/', '^src/main\\.ts$'] },
      { path: '^src/(app/|cli/|main\\.ts$)' },
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
      { path: '^src/', pathNot: `/(projections|queries|store|gate|find)/|/wiring\\.ts$|${spec}` },
      { path: '/projections/[^/]+\\.entity\\.ts$' },
    ),
    forbid(
      'controllers-only-translate',
      'No decisions, tables or drivers behind a route.',
      { path: '\\.controller\\.ts$' },
      {
        path: `/domain/|${pure}|\\.(entity|projection)\\.ts$|node_modules/(typeorm|pg)/|^src/ledger/(database|events|rows|projections|work)/`,
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
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        // tools/vendor.js copies what the server needs of it.
        pathNot: '^node_modules/gpt-tokenizer/',
      },
    ),
    forbid(
      'console-uses-pure-code',
      'The console runs in browsers: of the server it uses the kernel, the document, the engine, domains of modules and the proofs of the audit log, of packages its own.',
      { path: '^console/src/' },
      {
        path: '^(src|test|bench|tools)/',
        pathNot: ['^src/(kernel|document|engine)/', '^src/modules/[^/]+/domain/', '^src/modules/audit/proof/'],
      },
    ),
    forbid(
      'server-never-sees-console',
      'The server serves the console from its build and imports nothing of it.',
      { path: '^(src|test|bench)/|^ormconfig\\.ts$' },
      { path: '^console/' },
    ),
    forbid(
      'console-parts-know-no-page',
      'Parts are for all pages: what they show is given to them.',
      { path: '^console/src/parts/' },
      { path: '^console/src/(pages|shell|api)/' },
    ),
    forbid('every-import-resolves', 'An import must resolve to a file or a package.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['sluice-source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
