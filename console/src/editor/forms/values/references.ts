import { ancestors, isContainer, isNote } from '../../../../../src/document/block-roles.js';
import { declaredInputs } from '../../../../../src/document/check/declared-inputs.js';
import { referenceName, type Block, type WorkflowDocument } from '../../../../../src/document/document.js';
import { normaliseName } from '../../../../../src/engine/texts/reference.js';
import type { Knows } from '../../../../../src/engine/texts/template.js';
import { isJsonObject, type Json } from '../../../../../src/kernel/json.js';
import type { PaletteEntry } from '../../../api/blocks.js';

/** Something that a text can refer to. */
export interface Suggestion {
  /** What is written into the text. */
  readonly text: string;
  /** The type or the last value. */
  readonly detail: string;
}

export interface Names {
  /** What references can name, the nearest blocks first. */
  readonly references: readonly Suggestion[];
  /** Whether a run would read a reference as one. */
  readonly knows: Knows;
}

type Palette = ReadonlyMap<string, PaletteEntry>;
/** Outputs of blocks in the run on show, by the ids of the blocks. */
export type LastOutputs = ReadonlyMap<string, Json>;

const mostMembers = 30;
const deepest = 3;

/** Returns what the fields of a block can refer to. */
export function namesFor(block: Block, document: WorkflowDocument, palette: Palette, last: LastOutputs = new Map()): Names {
  const before = blocksBefore(block, document);
  const around = ancestors(document.blocks, block);
  const blocks = Object.values(document.blocks).filter((other) => other !== block && !isNote(other));
  const reachable = blocks
    .filter(({ id }) => before.has(id))
    .toSorted((one, other) => (before.get(one.id) ?? 0) - (before.get(other.id) ?? 0));
  const others = before.size === 0 ? blocks.filter((other) => !around.includes(other)) : [];
  const references = [
    ...[block, ...around].filter(isContainer).flatMap(passes),
    ...[...reachable, ...others].flatMap((other) => outputsOf(other, document, palette, last.get(other.id))),
    ...Object.values(document.variables).map(({ name, type }) => ({ text: `<variable.${normaliseName(name)}>`, detail: type })),
  ];
  return { references, knows: knowsIn(block, document) };
}

/** The same decision as in a run: whether a reference names something, or is plain text. */
export function knowsIn(block: Block, document: WorkflowDocument): Knows {
  const blocks = new Set(Object.values(document.blocks).map(({ name }) => referenceName(name)));
  const variables = new Set(Object.values(document.variables).map(({ name }) => normaliseName(name)));
  const around = new Set([block, ...ancestors(document.blocks, block)].map(({ type }) => type));
  return ({ base, path: [first] }) => {
    if (base === 'variable') return first !== undefined && variables.has(normaliseName(first));
    return base === 'loop' || base === 'parallel' ? around.has(base) : blocks.has(base);
  };
}

/** Returns the ids of the blocks from which edges lead to a block, or to a container around it, with the number of edges. */
function blocksBefore(block: Block, { blocks, edges }: WorkflowDocument): ReadonlyMap<string, number> {
  const incoming = Map.groupBy(edges, ({ target }) => target);
  const found = new Map<string, number>();
  let next = [block, ...ancestors(blocks, block)].map(({ id }) => id);
  for (let distance = 1; next.length > 0; distance += 1) {
    const sources = next.flatMap((id) => (incoming.get(id) ?? []).map(({ source }) => source));
    next = [...new Set(sources)].filter((id) => !found.has(id) && id !== block.id);
    for (const id of next) found.set(id, distance);
  }
  return found;
}

function passes({ type }: Block): readonly Suggestion[] {
  return [
    { text: `<${type}.currentItem>`, detail: 'this item' },
    { text: `<${type}.index>`, detail: 'number' },
    { text: `<${type}.items>`, detail: 'list' },
  ];
}

function outputsOf(block: Block, document: WorkflowDocument, palette: Palette, last: Json | undefined): readonly Suggestion[] {
  const name = referenceName(block.name);
  const declared = outputNames(block, document, palette);
  if (last === undefined) return declared.map(([path, detail]) => ({ text: `<${name}.${path}>`, detail }));
  const seen = new Set<string>();
  const known = pathsIn(last).map(({ path, value }) => {
    seen.add(path);
    return { text: `<${name}${path.startsWith('[') ? '' : '.'}${path}>`, detail: valueText(value) };
  });
  return [...known, ...declared.filter(([path]) => !seen.has(path)).map(([path, detail]) => ({ text: `<${name}.${path}>`, detail }))];
}

function outputNames(block: Block, document: WorkflowDocument, palette: Palette): readonly (readonly [path: string, detail: string])[] {
  const outputs = Object.entries(palette.get(block.type)?.outputs ?? {});
  const own = outputs.filter(([name]) => !name.startsWith('<')).map(([name, schema]) => [name, typeText(schema)] as const);
  if (block.subBlocks['inputFormat'] === undefined) return own;
  const inputs = declaredInputs({ ...document, blocks: { [block.id]: { ...block, enabled: true, type: 'start_trigger', data: {} } } });
  return [...inputs.map(({ name, type }) => [name, type] as const), ...own];
}

function typeText({ type }: Readonly<Record<string, unknown>>): string {
  return Array.isArray(type) ? String(type[0]) : typeof type === 'string' ? type : 'any';
}

/** Returns the paths into a value, members before their members. */
function pathsIn(value: Json, at = '', depth = 0): readonly { readonly path: string; readonly value: Json }[] {
  if (depth >= deepest) return [];
  const members = isJsonObject(value)
    ? Object.entries(value).map(([key, member]) => [at === '' ? key : `${at}.${key}`, member] as const)
    : Array.isArray(value)
      ? (value as readonly Json[]).slice(0, 1).map((member) => [`${at}[0]`, member] as const)
      : [];
  return members.slice(0, mostMembers).flatMap(([path, member]) => [{ path, value: member }, ...pathsIn(member, path, depth + 1)]);
}

/** Returns a value in one short line. */
function valueText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
