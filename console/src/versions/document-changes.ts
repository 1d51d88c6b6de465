import { isStrict, type Block, type Edge, type WorkflowDocument } from '../../../src/document/document.js';
import { isJsonObject, type Json } from '../../../src/kernel/json.js';

/** A field of a block, a variable or a setting with both its values; undefined: not there. */
export interface FieldChange {
  readonly name: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

export interface BlockChange {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** `moved`: nothing else than its place on the canvas. */
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly fields: readonly FieldChange[];
}

/** What differs between two documents. */
export interface DocumentChanges {
  readonly blocks: readonly BlockChange[];
  /** Wires by what they connect, such as `Start → Work Out Fee`. */
  readonly wires: readonly { readonly kind: 'added' | 'removed'; readonly text: string }[];
  readonly variables: readonly FieldChange[];
  /** What is set for the whole workflow and changes how it runs. */
  readonly settings: readonly FieldChange[];
}

/** Compares by block, by field and by wire. Sizes, ids of wires and orders are no change. */
export function documentChanges(from: WorkflowDocument, to: WorkflowDocument): DocumentChanges {
  const ids = [...new Set([...Object.keys(to.blocks), ...Object.keys(from.blocks)])];
  return {
    blocks: ids.flatMap((id) => blockChange(own(from.blocks, id), own(to.blocks, id))),
    wires: wireChanges(from, to),
    variables: variableChanges(from, to),
    settings: fieldChanges(settingsOf(from), settingsOf(to)),
  };
}

function blockChange(from: Block | undefined, to: Block | undefined): readonly BlockChange[] {
  const block = to ?? from;
  if (block === undefined) return [];
  const fields = fieldChanges(fieldsOf(from), fieldsOf(to)).map(({ name, ...change }) => ({ name: name.replace(/^\w+ /, ''), ...change }));
  const isMoved = from !== undefined && to !== undefined && (from.position.x !== to.position.x || from.position.y !== to.position.y);
  const { id, type } = block;
  const kind = from === undefined ? 'added' : to === undefined ? 'removed' : fields.length > 0 ? 'changed' : 'moved';
  return kind === 'moved' && !isMoved ? [] : [{ id, name: block.name || id, type, kind, fields }];
}

type Fields = Readonly<Record<string, Json>>;

/** What a person can set at a block: what belongs to the block, options of containers and fields. Names of one kind may occur in another. */
function fieldsOf(block: Block | undefined): Fields {
  if (block === undefined) return {};
  const { name, type, enabled, data, subBlocks, retry } = block;
  const { width: _width, height: _height, extent: _extent, ...settings } = data;
  return {
    'block name': name,
    'block type': type,
    'block enabled': enabled,
    ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`option ${key}`, value])),
    ...Object.fromEntries(Object.entries(subBlocks).map(([id, { value }]) => [`field ${id}`, value])),
    ...(retry?.enabled === true && { 'block retry': { ...retry } }),
    ...(block['triggerMode'] === true && { 'block triggerMode': true }),
  };
}

function fieldChanges(from: Fields, to: Fields): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(to), ...Object.keys(from)])];
  return names.flatMap((name) => {
    const [before, after] = [own(from, name), own(to, name)];
    return canonical(before) === canonical(after) ? [] : [{ name, from: before, to: after }];
  });
}

function wireChanges(from: WorkflowDocument, to: WorkflowDocument): DocumentChanges['wires'] {
  const [before, after] = [wiresOf(from), wiresOf(to)];
  const missing = (left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): readonly string[] =>
    [...left].filter(([key]) => !right.has(key)).map(([, text]) => text);
  return [
    ...missing(after, before).map((text) => ({ kind: 'added', text }) as const),
    ...missing(before, after).map((text) => ({ kind: 'removed', text }) as const),
  ];
}

function wiresOf({ blocks, edges }: WorkflowDocument): ReadonlyMap<string, string> {
  const nameOf = (id: string): string => own(blocks, id)?.name || id;
  const exitOf = ({ sourceHandle }: Edge): string => (sourceHandle === 'source' ? '' : ` (${sourceHandle})`);
  return new Map(
    edges.map((edge) => [
      JSON.stringify([edge.source, edge.sourceHandle, edge.target]),
      `${nameOf(edge.source)}${exitOf(edge)} → ${nameOf(edge.target)}`,
    ]),
  );
}

function variableChanges(from: WorkflowDocument, to: WorkflowDocument): readonly FieldChange[] {
  const valuesOf = ({ variables }: WorkflowDocument): Fields =>
    Object.fromEntries(Object.values(variables).map(({ name, value }) => [name, value]));
  return fieldChanges(valuesOf(from), valuesOf(to));
}

function settingsOf(document: WorkflowDocument): Fields {
  return { strictInput: isStrict(document) };
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Null, an empty text and an absent field are the same: nothing is set. Orders of members are no difference. */
function canonical(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return '';
  return JSON.stringify(value, (_key, inner: Json) => (isJsonObject(inner) ? sorted(inner) : inner));
}

function sorted(value: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
