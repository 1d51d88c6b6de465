import type { Json } from '#kernel/json.js';
import { parseBoundedJson } from '#document/parse/bounded-json.js';
import type { Block, Edge, WorkflowDocument } from '#document/document.js';
import { denseJson } from './files/dense-json.js';
import { isSameJson } from './files/stable-order.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The differences of two documents, for people: a line for each block, edge and variable that is added (+), removed (-) or
 * changed (~), and below a block a line for each of its fields. The lines show values, so neither document may contain secrets.
 */
export function documentChanges(before: WorkflowDocument, after: WorkflowDocument): readonly string[] {
  return [
    ...blockChanges(before.blocks, after.blocks),
    ...edgeChanges(before, after),
    ...named('variable', before.variables, after.variables, ({ value }) => shown(value)),
    ...(isSameJson(before.metadata, after.metadata) ? [] : ['~ metadata']),
  ];
}

function blockChanges(before: WorkflowDocument['blocks'], after: WorkflowDocument['blocks']): readonly string[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.flatMap((id) => {
    const [old, now] = [before[id], after[id]];
    if (old === undefined) return now === undefined ? [] : [`+ block ${called(now)}`];
    if (now === undefined) return [`- block ${called(old)}`];
    const fields = fieldChanges(fieldsOf(old), fieldsOf(now));
    return fields.length === 0 ? [] : [`~ block ${called(now)}`, ...fields.map((line) => `    ${line}`)];
  });
}

/** The values of a block, by the names that its author uses. */
function fieldsOf({ id: _id, subBlocks, position, data, ...own }: Block): Fields {
  const values = Object.entries(subBlocks).map(([name, { value }]) => [name, listIn(value)] as const);
  const kinds = Object.entries(subBlocks).map(([name, { type }]) => [`${name} (kind of field)`, type] as const);
  const inData = Object.entries(data).map(([name, value]) => [`data.${name}`, value] as const);
  return { ...own, ...Object.fromEntries([...inData, ...values, ...kinds]), position: `${position.x}, ${position.y}` };
}

/** Conditions and routes are stored as the text of a list. */
function listIn(value: Json): Json {
  const list = typeof value === 'string' && value.startsWith('[') ? parseBoundedJson(value) : undefined;
  return Array.isArray(list) ? (list as readonly Json[]) : value;
}

function fieldChanges(before: Fields, after: Fields): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => !isSameJson(before[name], after[name])).flatMap((name) => changedField(name, before[name], after[name]));
}

/** Long texts are compared by lines. */
function changedField(name: string, before: unknown, after: unknown): readonly string[] {
  const [oldText, newText] = [textOf(before), textOf(after)];
  if (oldText === undefined || newText === undefined || oldText.length + newText.length <= mostShown) {
    return [`${name}: ${shown(before)} → ${shown(after)}`];
  }
  const [old, now] = [oldText.split('\n'), newText.split('\n')];
  const same = old.findIndex((line, index) => line !== now[index]);
  const start = same === -1 ? old.length : same;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const removed = old.slice(start, old.length - end).map((line) => `  - ${line}`);
  const added = now.slice(start, now.length - end).map((line) => `  + ${line}`);
  return [`${name}: in line ${start + 1}`, ...removed, ...added];
}

/** The text to compare line by line; undefined for what has no lines. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? denseJson(value as Json) : undefined;
}

function edgeChanges(before: WorkflowDocument, after: WorkflowDocument): readonly string[] {
  const [old, now] = [edgesOf(before), edgesOf(after)];
  return [
    ...[...now].filter(([key]) => !old.has(key)).map(([, text]) => `+ edge ${text}`),
    ...[...old].filter(([key]) => !now.has(key)).map(([, text]) => `- edge ${text}`),
  ];
}

function edgesOf({ blocks, edges }: WorkflowDocument): ReadonlyMap<string, string> {
  const nameOf = (id: string): string => blocks[id]?.name ?? id;
  const key = ({ source, sourceHandle, target, targetHandle }: Edge): string =>
    JSON.stringify([source, sourceHandle, target, targetHandle]);
  const text = ({ source, sourceHandle, target }: Edge): string =>
    `${nameOf(source)}${sourceHandle === 'source' ? '' : ` (${sourceHandle})`} → ${nameOf(target)}`;
  return new Map(edges.map((edge) => [key(edge), text(edge)]));
}

function named<Thing extends { readonly name: string }>(
  what: string,
  before: Readonly<Record<string, Thing>>,
  after: Readonly<Record<string, Thing>>,
  text: (thing: Thing) => string,
): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((id) => {
    const [old, now] = [before[id], after[id]];
    if (isSameJson(old, now)) return [];
    if (old === undefined) return now === undefined ? [] : [`+ ${what} "${now.name}": ${text(now)}`];
    return now === undefined ? [`- ${what} "${old.name}"`] : [`~ ${what} "${now.name}": ${text(old)} → ${text(now)}`];
  });
}

function called({ name, type }: Block): string {
  return `"${name}" (${type})`;
}

const mostShown = 60;

/** A value on one line, shortened when it is long. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = JSON.stringify(value as Json);
  return text.length > mostShown ? `${text.slice(0, mostShown)}… (${text.length} characters)` : text;
}
