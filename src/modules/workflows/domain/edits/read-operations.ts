import type { DocumentFault } from '#document/parse/faults/document-fault.js';
import { ParseProblems } from '#document/parse/faults/parse-problems.js';
import { emptyDocument, type DocumentProblem } from '#document/document.js';
import { jsonHazard } from '#document/parse/bounded-json.js';
import { Fields, idRule, isId } from '#document/parse/fields.js';
import { parseBlock } from '#document/parse/parse-block.js';
import { parseEdge } from '#document/parse/parse-edge.js';
import { parseVariable } from '#document/parse/parse-variable.js';
import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { nameHint } from '#kernel/text/nearest-name.js';
import { quoted, shortened } from '#document/quoted.js';
import { mostOperations, type DraftOperation } from './operation.js';

interface Place {
  readonly problems: ParseProblems;
  readonly at: DocumentFault['path'];
}

type Read = (fields: Fields, place: Place) => DraftOperation | undefined;

/** Members of a block that other operations change. */
const ownOperations: ReadonlySet<string> = new Set(['id', 'type', 'name', 'position', 'subBlocks', 'data', 'data.parentId']);

/** The fields of each operation beside its name. */
const members: Readonly<Record<DraftOperation['op'], string>> = {
  'add-block': 'block',
  'remove-block': 'id',
  move: 'id x y parentId',
  rename: 'id name',
  set: 'id field value type',
  unset: 'id field',
  option: 'id name value',
  'add-edge': 'edge index',
  'remove-edge': 'id',
  'set-variable': 'variable',
  'remove-variable': 'id',
  metadata: 'name value',
};

const readers: Readonly<Record<DraftOperation['op'], Read>> = {
  'add-block': (fields, { problems, at }) => {
    const block = fields.requiredRecord('block');
    const read = parseBlock(typeof block['id'] === 'string' ? block['id'] : '', block, problems, [...at, 'block']);
    return read && { op: 'add-block', block: read };
  },
  'remove-block': (fields) => ({ op: 'remove-block', id: fields.id('id') }),
  move: (fields) => {
    for (const axis of ['x', 'y']) if (!fields.has(axis)) fields.refuse(axis, 'must be a number', 'required');
    const { parentId } = fields.source;
    const parent = parentId === undefined ? {} : { parentId: parentId === null ? null : fields.id('parentId') };
    return { op: 'move', id: fields.id('id'), x: fields.number('x', 0), y: fields.number('y', 0), ...parent };
  },
  rename: (fields) => ({ op: 'rename', id: fields.id('id'), name: fields.text('name') }),
  set: (fields) => {
    const { value, type } = fields.source;
    if (value === undefined) fields.refuse('value', 'must be given; null empties the field', 'required');
    const known = type === undefined ? {} : { type: fields.text('type') };
    // As in a whole document: an empty text is no value.
    return {
      op: 'set',
      id: fields.id('id'),
      field: fields.id('field'),
      value: value === '' || value === undefined ? null : value,
      ...known,
    };
  },
  unset: (fields) => ({ op: 'unset', id: fields.id('id'), field: fields.id('field') }),
  option: (fields) => {
    const name = fields.id('name');
    if (ownOperations.has(name)) fields.refuse('name', `cannot be ${quoted(name)}: another operation changes it`, 'invalid_value');
    if (name.startsWith('data.') && !isId(name.slice(5))) fields.refuse('name', idRule, 'invalid_id');
    return { op: 'option', id: fields.id('id'), name, ...valueOf(fields) };
  },
  'add-edge': (fields, { problems, at }) => {
    const raw = fields.requiredRecord('edge');
    const edge = parseEdge({ index: 0, raw, blocks: emptyDocument.blocks, at: [...at, 'edge'] }, problems);
    if (edge?.id === '') fields.inside('edge').refuse('id', idRule, 'required');
    return edge && { op: 'add-edge', edge, ...(fields.has('index') ? { index: place(fields) } : {}) };
  },
  'remove-edge': (fields) => ({ op: 'remove-edge', id: fields.id('id') }),
  'set-variable': (fields, { problems, at }) => {
    const raw = fields.requiredRecord('variable');
    const variable = parseVariable(typeof raw['id'] === 'string' ? raw['id'] : '', raw, problems, [...at, 'variable']);
    return variable && { op: 'set-variable', variable };
  },
  'remove-variable': (fields) => ({ op: 'remove-variable', id: fields.id('id') }),
  metadata: (fields) => ({ op: 'metadata', name: fields.id('name'), ...valueOf(fields) }),
};

/**
 * Reads the operations of a request. Values become what a whole document with them would contain. All faults are returned, with their paths
 * in the request, and warnings about members of blocks, edges and variables that are unknown.
 */
export function readOperations(raw: readonly unknown[]): {
  readonly operations: readonly DraftOperation[];
  readonly problems: readonly ErrorDetail[];
  readonly dropped: readonly DocumentProblem[];
} {
  if (raw.length === 0 || raw.length > mostOperations) {
    const message = `ops must have 1 to ${mostOperations} operations, not ${raw.length}`;
    return { operations: [], problems: [{ path: ['ops'], message, code: 'invalid_length' }], dropped: [] };
  }
  const problems = new ParseProblems();
  const operations = raw.flatMap((operation, index) => readOperation(operation, index, problems) ?? []);
  return { operations, problems: problems.all, dropped: problems.dropped.all };
}

function readOperation(raw: unknown, index: number, problems: ParseProblems): DraftOperation | undefined {
  const path = `ops[${index}]`;
  const at = ['ops', index];
  const fault = isJsonObject(raw) ? jsonHazard(raw) : 'must be an object';
  if (fault !== undefined || !isJsonObject(raw)) {
    problems.add({ field: path, message: `${path} ${fault ?? ''}`, code: 'invalid_value', path: at });
    return undefined;
  }
  const fields = new Fields(raw, { at, path }, problems);
  const name = raw['op'];
  if (typeof name !== 'string' || !Object.hasOwn(readers, name)) {
    fields.refuse('op', `must be one of ${Object.keys(readers).join(', ')}`, 'invalid_value');
    return undefined;
  }
  const op = name as DraftOperation['op'];
  refuseOthers(fields, members[op]);
  return readers[op](fields, { problems, at });
}

function refuseOthers(fields: Fields, known: string): void {
  const names = ['op', ...known.split(' ')];
  for (const name of Object.keys(fields.source)) {
    if (!names.includes(name))
      fields.refuse(shortened(name), `is not a field of this operation. ${nameHint(name, names)}`, 'unknown_field');
  }
}

function valueOf({ source }: Fields): { readonly value?: Json } {
  const { value } = source;
  return value === undefined ? {} : { value };
}

function place(fields: Fields): number {
  const index = fields.number('index', 0);
  if (!Number.isInteger(index) || index < 0) fields.refuse('index', 'must be an integer of at least 0', 'wrong_type');
  return index;
}
