/** The folder of a module in which files with a suffix live. */
const homes: Readonly<Record<string, string>> = {
  controller: 'http',
  request: 'http',
  response: 'http',
  command: 'commands|start|stop',
  query: 'queries|find|watch|jobs',
  events: 'domain|jobs',
  state: 'domain',
  decider: 'domain|jobs',
  errors: 'domain',
  projection: 'projections',
  entity: 'projections|store',
  block: 'blocks',
  work: 'jobs|start|stop|resume',
};

const suffixes = new Set([
  ...Object.keys(homes),
  ...['module', 'guard', 'decorator', 'filter', 'pipe', 'interceptor'],
  ...['spec', 'int-spec', 'api-spec', 'process-spec'],
  // Types of a package that brings none.
  'd',
]);

/** Names without a subject: they fit everything, so everything ends up there. */
const emptyWords = /^(utils?|helpers?|common|shared|managers?|services?|base|misc)$/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What is wrong with the path of a source file, one sentence each. */
export function nameProblems(path: string): string[] {
  const segments = path.split('/');
  const [stem = '', ...rest] = (segments.pop() ?? '').split('.');
  const ownSuffixes = rest.slice(0, -1);
  // A knowledge base is a thing of the specification, and no base of anything else.
  const words = [...segments, stem].flatMap((segment) => segment.replace('knowledge-base', 'knowledge').split('-')).concat(ownSuffixes);
  return [
    ...[...segments, stem].filter((segment) => !kebabCase.test(segment)).map((segment) => `${path}: ${segment} is not in kebab case`),
    ...words.filter((word) => emptyWords.test(word)).map((word) => `${path}: ${word} says nothing about what is inside`),
    ...ownSuffixes.filter((suffix) => !suffixes.has(suffix)).map((suffix) => `${path}: .${suffix} is not one of the suffixes of the house`),
    ...ownSuffixes.filter((suffix) => !isAtHome(suffix, path)).map((suffix) => `${path}: .${suffix} files live in ${homes[suffix]}/`),
  ];
}

function isAtHome(suffix: string, path: string): boolean {
  const home = homes[suffix];
  return home === undefined || !path.startsWith('src/modules/') || new RegExp(`^src/modules/[^/]+/(?:[^/]+/)?(${home})/`).test(path);
}

/** Maximum number of entries of a folder. */
const widest = 15;

/**
 * Folders that are lists: the modules, whose order is in `.dependency-cruiser.mjs`, and migrations, which are never removed.
 */
const lists = new Set(['src/modules', 'src/ledger/database/migrations']);

/** Folders below `src` with more than 15 entries, one sentence each. */
export function wideFolders(paths: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const path of paths) {
    const segments = path.split('/');
    segments.forEach((entry, depth) => {
      if (depth === 0) return;
      const folder = segments.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(entry));
    });
  }
  return [...entries]
    .filter(([folder, { size }]) => size > widest && !lists.has(folder))
    .map(([folder, { size }]) => `${folder} has ${size} entries: group them by what they are about, ${widest} at most`);
}

/** Constants of a module in the style of macros, one sentence each: constants are camel case like every other name. */
export function upperCaseConstants(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]+)\b/gm)].map(([, name]) => `${path}: ${name} is not in camel case`);
}
