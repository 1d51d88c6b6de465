import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';

const width = 120;

/**
 * JSON with two spaces of indentation, in few lines: what fits is written on one line, members without members of their own share lines, and
 * an object with one member adds no indentation.
 */
export function denseJson(value: Json): string {
  return isJsonObject(value) ? block('{', members(value, '  '), '}', '') : written(value, '', 0);
}

/** `taken` is how many characters stand before the value in its line. */
function written(value: Json, indent: string, taken: number): string {
  const line = onOneLine(value);
  if (indent.length + taken + line.length < width) return line;
  if (isJsonObject(value)) {
    const [only, second] = Object.entries(value);
    if (only === undefined || second !== undefined) return block('{', members(value, `${indent}  `), '}', indent);
    const label = `{ ${labelOf(only[0])}`;
    return `${label}${written(only[1], indent, taken + label.length)} }`;
  }
  if (!Array.isArray(value)) return line;
  const items = (value as readonly Json[]).map((item) => written(item, `${indent}  `, 0));
  return block('[', items, ']', indent);
}

function block(open: string, lines: readonly string[], close: string, indent: string): string {
  return lines.length === 0 ? open + close : `${open}\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`;
}

function members(value: JsonObject, indent: string): readonly string[] {
  const lines: string[] = [];
  let shares = false;
  for (const [key, member] of Object.entries(value)) {
    const label = labelOf(key);
    const text = label + written(member, indent, label.length);
    const isScalar = member === null || typeof member !== 'object';
    const shared = `${lines.at(-1)}, ${text}`;
    if (shares && isScalar && indent.length + shared.length < width) lines[lines.length - 1] = shared;
    else lines.push(text);
    shares = isScalar;
  }
  return lines;
}

function labelOf(key: string): string {
  return `${JSON.stringify(key)}: `;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => labelOf(key) + onOneLine(each));
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
