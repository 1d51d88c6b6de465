const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;
const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/;
const stands = new RegExp(`${uuid.source}|${moment.source}|…`, 'g');

/**
 * Whether the output of a page matches the printed output. On the page an id matches any id, a time any time, and `…` anything:
 * part of a line, on a separate line several lines, in JSON a value, the rest of a list, or (`"…": "…"`) other members.
 */
export function isShown(shown: string, printed: string): boolean {
  const expected = parsed(shown);
  if (expected === undefined) return textPattern(shown.trim()).test(`${printed.replaceAll('\r\n', '\n').trim()}\n`);
  const actual = parsed(printed);
  return actual !== undefined && matches(expected.json, actual.json);
}

function parsed(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function textPattern(text: string): RegExp {
  const lines = text.split('\n').map((line) => (line.trim() === '…' ? String.raw`(?:.*\n)*?` : `${linePattern(line)}\n`));
  return new RegExp(`^${lines.join('')}$`);
}

function linePattern(line: string): string {
  const literals = line.split(stands).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const between = [...line.matchAll(stands)].map(([text]) => (text === '…' ? '.*?' : uuid.test(text) ? uuid.source : moment.source));
  return literals.map((literal, index) => `${literal}${between[index] ?? ''}`).join('');
}

function matches(shown: unknown, actual: unknown): boolean {
  if (shown === '…') return true;
  if (typeof shown === 'string') return typeof actual === 'string' && new RegExp(`^${linePattern(shown)}$`, 's').test(actual);
  if (Array.isArray(shown)) return Array.isArray(actual) && listMatches(shown, actual);
  if (typeof shown === 'object' && shown !== null) return isRecord(actual) && membersMatch(shown as Record<string, unknown>, actual);
  return shown === actual;
}

function listMatches(shown: readonly unknown[], actual: readonly unknown[]): boolean {
  const goesOn = shown.at(-1) === '…';
  const first = goesOn ? shown.slice(0, -1) : shown;
  return (goesOn || actual.length === first.length) && first.every((item, index) => index < actual.length && matches(item, actual[index]));
}

function membersMatch({ '…': others, ...shown }: Record<string, unknown>, actual: Record<string, unknown>): boolean {
  const names = Object.keys(shown);
  if (others === undefined && names.length !== Object.keys(actual).length) return false;
  return names.every((name) => name in actual && matches(shown[name], actual[name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
