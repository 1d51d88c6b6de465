/** What a pasted `.env` file says: variables by name, and the lines that say nothing. */
export interface EnvFile {
  readonly variables: ReadonlyMap<string, string>;
  readonly wrong: readonly number[];
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Reads `NAME=value` lines with comments, quotation marks and values of several lines. */
export function readEnvFile(text: string): EnvFile {
  const variables = new Map<string, string>();
  const wrong: number[] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, rest] = assignment.exec(line) ?? [];
    if (name === undefined || rest === undefined) {
      wrong.push(index + 1);
      continue;
    }
    const end = endOfValue(lines, index, rest);
    const value = end === undefined ? undefined : valueOf([rest, ...lines.slice(index + 1, end + 1)].join('\n'));
    if (end === undefined || value === undefined) wrong.push(index + 1);
    else {
      variables.set(name, value);
      index = end;
    }
  }
  return { variables, wrong };
}

/** The line on which a value ends: another one, when its quotation mark is closed there. */
function endOfValue(lines: readonly string[], start: number, rest: string): number | undefined {
  const mark = rest[0];
  if (mark !== '"' && mark !== "'") return start;
  let value = rest;
  for (let index = start; index < lines.length; index += 1) {
    if (index > start) value += `\n${lines[index]}`;
    if (quoted(mark).test(value)) return index;
  }
  return undefined;
}

const quoted = (mark: string): RegExp => (mark === '"' ? /^"((?:[^"\\]|\\[^])*)"\s*(?:#.*)?$/ : /^'([^']*)'\s*(?:#.*)?$/);

/** @returns undefined for a quotation mark that is not closed */
function valueOf(rest: string): string | undefined {
  const mark = rest[0];
  if (mark !== '"' && mark !== "'") return rest.replace(/\s#.*$/, '').trim();
  const inner = quoted(mark).exec(rest)?.[1];
  return mark === '"' ? inner?.replace(/\\([^])/g, (_, letter: string) => escapes[letter] ?? letter) : inner;
}

export interface EnvChanges {
  readonly added: readonly string[];
  readonly replaced: readonly string[];
}

/** What setting the variables does to those that are there. */
export function envChanges(variables: ReadonlyMap<string, string>, present: ReadonlySet<string>): EnvChanges {
  const names = [...variables.keys()].toSorted();
  return { added: names.filter((name) => !present.has(name)), replaced: names.filter((name) => present.has(name)) };
}
