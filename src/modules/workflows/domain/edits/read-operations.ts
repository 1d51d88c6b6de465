import { ProblemList } from '#document/check/problem-list.js';
import { emptyDocument, type DocumentProblem } from '#document/document.js';
import { jsonHazard } from '#document/parse/bounded-json.js';
import { Fields, idRule, isId } from '#document/parse/fields.js';
import { parseBlock } from '#document/parse/parse-block.js';
import { parseEdge } from '#document/parse/parse-edge.js';
import { parseVariable } from '#document/parse/parse-variable.js';
import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { quoted } from '#document/quoted.js';
import { mostOperations, type DraftOperation } from './operation.js';

type Read = (fields: Fields, problems: ProblemList) => DraftOperation | undefined;

/** Members of a block that other operations change. */
const ownOperations: ReadonlySet<string> = new Set(['id', 'type', 'name', 'position', 'subBlocks', 'data', 'data.parentId']);

const readers: Readonly<Record<DraftOperation['op'], Read>> = {
  'add-block': (fields, problems) => {
    const block = fields.requiredRecord('block');
    const read = parseBlock(typeof block['id'] === 'string' ? block['id'] : '', block, problems);
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
  'add-edge': (fields, problems) => {
    const edge = parseEdge({ index: 0, raw: fields.requiredRecord('edge'), blocks: emptyDocument.blocks }, problems);
    if (edge?.id === '') fields.refuse('edge.id', idRule, 'required');
    return edge && { op: 'add-edge', edge, ...(fields.has('index') ? { index: place(fields) } : {}) };
  },
  'remove-edge': (fields) => ({ op: 'remove-edge', id: fields.id('id') }),
  'set-variable': (fields, problems) => {
    const raw = fields.requiredRecord('variable');
    const variable = parseVariable(typeof raw['id'] === 'string' ? raw['id'] : '', raw, problems);
    return variable && { op: 'set-variable', variable };
  },
  'remove-variable': (fields) => ({ op: 'remove-variable', id: fields.id('id') }),
  metadata: (fields) => ({ op: 'metadata', name: fields.id('name'), ...valueOf(fields) }),
};

/**
 * Reads the operations of a request. Values become what a whole document with them would contain. All faults are returned, with their paths
 * in the request.
 */
export function readOperations(raw: readonly unknown[]): {
  readonly operations: readonly DraftOperation[];
  readonly problems: readonly ErrorDetail[];
} {
  if (raw.length === 0 || raw.length > mostOperations) {
    const message = `ops must have 1 to ${mostOperations} operations, not ${raw.length}`;
    return { operations: [], problems: [{ path: ['ops'], message, code: 'invalid_length' }] };
  }
  const problems = new ProblemList();
  const paths: (readonly (string | number)[])[] = [];
  const operations = raw.flatMap((operation, index) => {
    const read = readOperation(operation, index, problems);
    for (const problem of problems.all.slice(paths.length)) paths.push(pathOf(problem, operation, index));
    return read ?? [];
  });
  return { operations, problems: problems.all.map((problem, index) => ({ path: paths[index] ?? [], ...problem })) };
}

/** A block or an edge is named by its place in a document, although the request has an operation that adds it. */
function pathOf({ blockId, edgeId, field = '' }: DocumentProblem, operation: unknown, index: number): readonly (string | number)[] {
  if (field.startsWith(`ops[${index}]`)) return [field];
  const [, part = ''] = (operation as { readonly op: string }).op.split('-');
  const isInside = field !== '' && (blockId !== undefined || edgeId !== undefined);
  return ['ops', index, part, ...(isInside ? [field] : [])];
}

function readOperation(raw: unknown, index: number, problems: ProblemList): DraftOperation | undefined {
  const path = `ops[${index}]`;
  const fault = isJsonObject(raw) ? jsonHazard(raw) : 'must be an object';
  if (fault !== undefined || !isJsonObject(raw)) {
    problems.add({ field: path, message: `${path} ${fault ?? ''}`, code: 'invalid_value' });
    return undefined;
  }
  const fields = new Fields(raw, { path }, problems);
  const name = raw['op'];
  if (typeof name !== 'string' || !Object.hasOwn(readers, name)) {
    fields.refuse('op', `must be one of ${Object.keys(readers).join(', ')}`, 'invalid_value');
    return undefined;
  }
  return readers[name as DraftOperation['op']](fields, problems);
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
