import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { WorkflowDocument } from '#document/document.js';
import { seeded } from '../../../../../test/support/expressions/random-expression.js';
import { aBlock, anEdge, aState, readDocument } from '../../../../../test/support/workflow-documents.js';
import { applyOperations, foldOperations } from './apply-operations.js';
import { requireUntouched } from './conflicts.js';
import { keysOf, rebase } from './rebase.js';
import { overlap } from './rules.js';
import type { DraftChange } from './history/draft-change.js';
import type { DraftOperation } from './operation.js';
import { readOperations } from './read-operations.js';

const document = readDocument({
  state: {
    ...aState(
      [
        aBlock('start', 'start_trigger'),
        aBlock('loop', 'loop', { data: { count: 3 } }),
        aBlock('inner', 'function', { data: { parentId: 'loop' } }),
        aBlock('code', 'function', { subBlocks: { code: { id: 'code', type: 'code', value: 'return 1' } } }),
        aBlock('lonely', 'function', { retry: { enabled: true, maxTries: 3, waitBetweenTriesMs: 10 } }),
      ],
      [anEdge('start', 'loop'), anEdge('loop.loop-start-source', 'inner'), anEdge('loop.loop-end-source', 'code')],
    ),
    variables: { v1: { id: 'v1', name: 'rate', type: 'number', value: 2 } },
  },
});

function applied(draft: WorkflowDocument, operations: readonly DraftOperation[]) {
  const result = applyOperations(draft, operations);
  if (result.refused !== undefined) throw new Error(result.refused.message);
  return result;
}

function refused(...operations: DraftOperation[]) {
  return applyOperations(document, operations).refused;
}

const change = (revision: number, ...operations: DraftOperation[]): DraftChange => ({
  revision,
  editId: `e${revision}`,
  label: null,
  operations,
  userId: null,
  userName: null,
  at: '2026-01-05T10:00:00.000Z',
});

function conflicts(theirs: readonly DraftOperation[], mine: readonly DraftOperation[]): boolean {
  try {
    requireUntouched([change(2, ...theirs)], mine);
    return false;
  } catch {
    return true;
  }
}

/** Edges are compared as a set: the server decides their order. */
function comparable({ edges, ...others }: WorkflowDocument): unknown {
  return { ...others, edges: edges.toSorted((one, other) => one.id.localeCompare(other.id)) };
}

const ids = ['start', 'loop', 'inner', 'code', 'lonely', 'new'];
const freshBlocks = readDocument({ state: aState(ids.map((id) => aBlock(id, 'function'))) });

/** Operations on few ids, so that many of them meet. */
function randomOperation(random: () => number): DraftOperation {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const id = pick(ids);
  const other = pick(ids);
  const edgeId = pick([`${id}>${other}`, 'start>loop', 'loop>inner', 'loop>code']);
  const value = pick([null, 1, 'text', { a: [1] }]);
  const block = freshBlocks.blocks[id] as WorkflowDocument['blocks'][string];
  return pick<DraftOperation>([
    { op: 'add-block', block },
    { op: 'remove-block', id },
    { op: 'move', id, x: Math.floor(random() * 9), y: 0 },
    { op: 'move', id, x: 0, y: 1, parentId: pick([null, 'loop', other]) },
    { op: 'rename', id, name: pick(['One', 'Two']) },
    { op: 'set', id, field: pick(['code', 'note']), value },
    { op: 'set', id, field: 'code', value, type: 'code' },
    { op: 'unset', id, field: pick(['code', 'note']) },
    { op: 'option', id, name: pick(['enabled', 'retry', 'data.count', 'locked']), value },
    { op: 'option', id, name: pick(['retry', 'data.count']) },
    { op: 'add-edge', edge: { id: edgeId, source: id, target: other, sourceHandle: 'source', targetHandle: 'target' } },
    { op: 'add-edge', edge: { id: edgeId, source: id, target: other, sourceHandle: 'source', targetHandle: 'target' }, index: 1 },
    { op: 'remove-edge', id: edgeId },
    { op: 'set-variable', variable: { id: pick(['v1', 'v2']), name: 'rate', type: 'plain', value } },
    { op: 'remove-variable', id: pick(['v1', 'v2']) },
    { op: 'metadata', name: pick(['strictInput', 'color']), value },
    { op: 'metadata', name: 'color' },
  ]);
}

/** An edit of one to three operations that can be applied to the draft. */
function randomEdit(random: () => number, draft: WorkflowDocument): readonly DraftOperation[] {
  const edit: DraftOperation[] = [];
  const wanted = 1 + Math.floor(random() * 3);
  let after = draft;
  for (let tries = 0; tries < 10 && edit.length < wanted; tries += 1) {
    const operation = randomOperation(random);
    const result = applyOperations(after, [operation]);
    if (result.refused !== undefined) continue;
    edit.push(operation);
    after = result.document;
  }
  return edit;
}

describe('two edits of one draft', () => {
  it('give equal documents in both orders, or the later one is refused: 100,000 pairs', () => {
    const random = seeded(21);
    const outcomes = { merged: 0, refused: 0 };
    for (let pair = 0; pair < 100_000; pair += 1) {
      const [one, other] = [randomEdit(random, document), randomEdit(random, document)];
      if (conflicts(one, other)) {
        outcomes.refused += 1;
        continue;
      }
      const [first, second] = [
        applyOperations(applied(document, one).document, other),
        applyOperations(applied(document, other).document, one),
      ];
      if (first.refused !== undefined || second.refused !== undefined) {
        outcomes.refused += 1;
        continue;
      }
      outcomes.merged += 1;
      // Deep equality by `expect` would take most of the time.
      expect(isDeepStrictEqual(comparable(first.document), comparable(second.document))).toBe(true);
    }
    expect(outcomes.merged).toBeGreaterThan(50_000);
    expect(outcomes.refused).toBeGreaterThan(10_000);
  });

  it('are rebased where they change other parts, and else the parts of both are named: 5,000 pairs', () => {
    const random = seeded(22);
    for (let pair = 0; pair < 5_000; pair += 1) {
      const [theirs, mine] = [randomEdit(random, document), randomEdit(random, document)];
      const head = applied(document, theirs).document;
      const result = rebase(head, [change(7, ...theirs)], mine);
      expect('conflicts' in result).toBe(conflicts(theirs, mine));
      const keys = keysOf(mine);
      const isRight =
        'conflicts' in result
          ? result.conflicts.every(({ index, key, by }) => by.revision === 7 && overlap(key, keys[index] ?? ''))
          : isDeepStrictEqual(result, applyOperations(head, mine));
      expect(isRight).toBe(true);
    }
  });

  it.each<readonly [string, DraftOperation, DraftOperation]>([
    ['a field', { op: 'set', id: 'code', field: 'code', value: 'a' }, { op: 'set', id: 'code', field: 'code', value: 'b' }],
    ['a block and its field', { op: 'remove-block', id: 'lonely' }, { op: 'set', id: 'lonely', field: 'code', value: 'b' }],
    ['the place of a block', { op: 'move', id: 'code', x: 1, y: 1 }, { op: 'move', id: 'code', x: 2, y: 2 }],
    ['an edge', { op: 'remove-edge', id: 'start>loop' }, { op: 'remove-edge', id: 'start>loop' }],
  ])('conflict when both change %s', (_, one, other) => {
    expect(conflicts([one], [other])).toBe(true);
  });

  it('do not conflict when they change two fields of one block', () => {
    const mine: DraftOperation = { op: 'rename', id: 'code', name: 'Price' };
    expect(conflicts([{ op: 'set', id: 'code', field: 'code', value: 'a' }], [mine])).toBe(false);
  });
});

describe('taking back', () => {
  it('restores the draft exactly: 20,000 edits', () => {
    const random = seeded(7);
    for (let edit = 0; edit < 20_000; edit += 1) {
      const { document: after, undo } = applied(document, randomEdit(random, document));
      expect(isDeepStrictEqual(applied(after, undo).document, document)).toBe(true);
    }
  });

  it('can be taken back: the edit is redone', () => {
    const random = seeded(8);
    for (let edit = 0; edit < 5_000; edit += 1) {
      const { document: after, undo } = applied(document, randomEdit(random, document));
      const redo = applied(after, undo).undo;
      expect(isDeepStrictEqual(applied(document, redo).document, after)).toBe(true);
    }
  });
});

describe('folding', () => {
  it('gives the document that was shown after each edit', () => {
    const random = seeded(9);
    const operations: DraftOperation[] = [];
    let shown = document;
    for (let edit = 0; edit < 500; edit += 1) {
      const next = randomEdit(random, shown);
      shown = applied(shown, next).document;
      operations.push(...next);
    }
    expect(foldOperations(document, operations)).toEqual(shown);
  });
});

describe('an operation is refused that', () => {
  it.each<readonly [string, DraftOperation, string]>([
    ['adds a block with a used id', { op: 'add-block', block: document.blocks['code'] as WorkflowDocument['blocks'][string] }, 'duplicate'],
    ['removes a block with an edge', { op: 'remove-block', id: 'code' }, 'in_use'],
    ['removes a block that is not there', { op: 'remove-block', id: 'none' }, 'not_found'],
    ['moves a container into itself', { op: 'move', id: 'loop', x: 0, y: 0, parentId: 'inner' }, 'cycle'],
    ['moves a block into one that is not there', { op: 'move', id: 'code', x: 0, y: 0, parentId: 'none' }, 'not_found'],
    ['sets a field of a block that is not there', { op: 'set', id: 'none', field: 'code', value: 1 }, 'not_found'],
    ['removes a field that is not there', { op: 'unset', id: 'code', field: 'none' }, 'not_found'],
    ['removes a variable that is not there', { op: 'remove-variable', id: 'none' }, 'not_found'],
    [
      'adds an edge to a block that is not there',
      { op: 'add-edge', edge: { id: 'x', source: 'code', target: 'none', sourceHandle: 'source', targetHandle: 'target' } },
      'not_found',
    ],
  ])('%s', (_, operation, code) => {
    expect(refused(operation)).toMatchObject({ index: 0, code });
  });

  it('follows others, and its index is reported', () => {
    expect(refused({ op: 'rename', id: 'code', name: 'Price' }, { op: 'remove-edge', id: 'none' })).toMatchObject({ index: 1 });
  });
});

describe('reading operations', () => {
  it.each<readonly [string, unknown, string, string]>([
    ['an unknown name', { op: 'paint', id: 'a' }, 'ops[0].op', 'invalid_value'],
    ['no object', 'move', 'ops[0]', 'invalid_value'],
    ['no coordinate', { op: 'move', id: 'a', x: 1 }, 'ops[0].y', 'required'],
    ['a reserved id', { op: 'rename', id: '__proto__', name: 'A' }, 'ops[0].id', 'invalid_id'],
    ['an empty name', { op: 'rename', id: 'a', name: '' }, 'ops[0].name', 'wrong_type'],
    ['a member that another operation changes', { op: 'option', id: 'a', name: 'position', value: {} }, 'ops[0].name', 'invalid_value'],
    ['data of a container whose name is reserved', { op: 'option', id: 'a', name: 'data.constructor' }, 'ops[0].name', 'invalid_id'],
    ['a text for an index', { op: 'add-edge', edge: { id: 'e', source: 'a', target: 'b' }, index: 1.5 }, 'ops[0].index', 'wrong_type'],
    ['a field that it does not have', { op: 'rename', id: 'a', name: 'A', nam: 'B' }, 'ops[0].nam', 'unknown_field'],
    ['a field without its value', { op: 'set', id: 'a', field: 'code' }, 'ops[0].value', 'required'],
    ['an edge without an id', { op: 'add-edge', edge: { source: 'a', target: 'b' } }, 'ops[0].edge.id', 'required'],
    ['a character that cannot be stored', { op: 'set', id: 'a', field: 'code', value: '\0' }, 'ops[0]', 'invalid_value'],
  ])('reports %s', (_, operation, field, code) => {
    expect(readOperations([operation]).problems).toEqual(expect.arrayContaining([expect.objectContaining({ field, code })]));
  });

  it('warns of members of an edge and a variable that are unknown, but not of those of editors', () => {
    const { problems, dropped } = readOperations([
      { op: 'add-edge', edge: { id: 'e', source: 'a', target: 'b', sourcehandle: 'error', animated: true } },
      { op: 'set-variable', variable: { id: 'v', name: 'rate', val: 1, workflowId: 'w' } },
    ]);
    expect(problems).toEqual([]);
    expect(dropped).toMatchObject([
      { edgeId: 'e', field: 'sourcehandle', code: 'unknown_field', message: expect.stringContaining('Did you mean sourceHandle?') },
      { field: 'variables.v.val', code: 'unknown_field' },
    ]);
  });

  it('reads an empty text as no value, as a whole document does', () => {
    expect(readOperations([{ op: 'set', id: 'a', field: 'code', value: '' }])).toEqual({
      operations: [{ op: 'set', id: 'a', field: 'code', value: null }],
      problems: [],
      dropped: [],
    });
  });

  it('refuses more than 500 at once', () => {
    const many = Array.from({ length: 501 }, () => ({ op: 'remove-edge', id: 'e' }));
    expect(readOperations(many)).toMatchObject({ operations: [], problems: [{ code: 'invalid_length' }] });
  });
});
