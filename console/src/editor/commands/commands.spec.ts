import { describe, expect, it } from '@jest/globals';
import type { BlockDefinition } from '@sluice/client';
import { structuralProblems } from '../../../../src/document/check/structural-problems.js';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { parseDocument } from '../../../../src/document/parse/parse-document.js';
import { applyOperations } from '../../../../src/modules/workflows/domain/edits/apply-operations.js';
import { placedBlocks } from '../../canvas/picture.js';
import { layOut } from '../layout/lay-out.js';
import { flowOrder } from '../outline/flow-order.js';
import { alignBlocks, distributeBlocks } from './align.js';
import { copyText, duplicateBlocks } from './clipboard.js';
import { pasteText } from './paste-text/paste.js';
import type { Command, Impossible } from './command.js';
import { connectBlocks } from './connect.js';
import { findText, replaceText } from './find.js';
import { insertBlock, placeAfter, placeInside } from './insert.js';
import { moveBlocks, moveInto, moveTargets } from './move.js';
import { nameProblem, variableNameProblem } from './names.js';
import { renameBlock } from './references.js';
import { renameVariable } from './rename-variable.js';
import { blockBeside, removeParts } from './remove.js';

const at = (x: number, y = 0): object => ({ position: { x, y } });
const aBlock = (id: string, type: string, fields: object = {}): object => ({ id, type, name: id, ...at(0), ...fields });
const code = (value: string): object => ({ subBlocks: { code: { id: 'code', type: 'code', value } } });

function aDocument(): WorkflowDocument {
  const blocks = {
    start: aBlock('start', 'start_trigger'),
    sum: aBlock('sum', 'function', { ...at(300), ...code('return <start.amount> + 1'), name: 'Add It' }),
    loop: aBlock('loop', 'loop', { ...at(600), name: 'Each', data: { loopType: 'for', count: 2 } }),
    inner: aBlock('inner', 'function', { ...at(60, 60), ...code('<addit.result.x> < <add it.result>'), data: { parentId: 'loop' } }),
  };
  const edge = (source: string, target: string, sourceHandle = 'source'): object => ({
    id: `${source}>${target}`,
    source,
    target,
    sourceHandle,
  });
  const edges = [edge('start', 'sum'), edge('sum', 'loop'), edge('loop', 'inner', 'loop-start-source')];
  const { document } = parseDocument({ state: { blocks, edges } });
  if (document === undefined) throw new Error('The document cannot be read');
  return document;
}

const anEntry = (type: string, category: BlockDefinition['category'], name: string): BlockDefinition => ({
  type,
  category,
  name,
  container: type === 'loop',
  inputsIn: 'subBlocks',
  inputs: { type: 'object', properties: {}, $schema: '' },
  targetHandle: category === 'trigger' ? null : 'target',
  errorEdge: category === 'work',
  retry: true,
  description: '',
  outputs: {},
  handles: ['source', 'error'],
  replacedBy: null,
});
const entries = [
  anEntry('function', 'work', 'Function'),
  anEntry('condition', 'control', 'Condition'),
  anEntry('start_trigger', 'trigger', 'Start'),
];
const palette = new Map(entries.map((entry) => [entry.type, entry]));
const entry = (type: string): BlockDefinition => palette.get(type) as BlockDefinition;

/** The document after a command. It is accepted as an edit, has no problem of structure, and is undone exactly. */
function done(document: WorkflowDocument, command: Command | Impossible | undefined): WorkflowDocument {
  if (command === undefined || 'refused' in command) throw new Error(command?.refused ?? 'There is no command');
  const applied = applyOperations(document, command.operations);
  if (applied.refused !== undefined) throw new Error(applied.refused.message);
  expect(structuralProblems(applied.document)).toEqual([]);
  const undone = applyOperations(applied.document, applied.undo);
  if (undone.refused !== undefined) throw new Error(undone.refused.message);
  expect({ ...undone.document, edges: undone.document.edges.map(({ id }) => id).toSorted() }).toEqual({
    ...document,
    edges: document.edges.map(({ id }) => id).toSorted(),
  });
  return applied.document;
}

const named = ({ blocks }: WorkflowDocument, name: string): WorkflowDocument['blocks'][string] => {
  const found = Object.values(blocks).find((block) => block.name === name);
  if (found === undefined) throw new Error(`There is no block ${name}`);
  return found;
};
const ways = ({ blocks, edges }: WorkflowDocument): readonly string[] =>
  edges.map(({ source, target }) => `${blocks[source]?.name ?? '?'}>${blocks[target]?.name ?? '?'}`).toSorted();

describe('commands of the editor', () => {
  it('adds a block behind the selected one, connected, with a free name and a free place', () => {
    const document = aDocument();
    const add = (before: WorkflowDocument): WorkflowDocument => {
      const place = placeAfter(before, placedBlocks(before), entry('function'), 'start', palette);
      return done(before, insertBlock(before, entry('function'), place));
    };
    const twice = add(add(document));
    expect(ways(twice)).toContain('start>Function');
    expect(ways(twice)).toContain('start>Function 2');
    const places = Object.values(twice.blocks).map(({ position, data }) => JSON.stringify([position, data['parentId']]));
    expect(new Set(places).size).toBe(places.length);
  });

  it('adds a block after the first branch that leads nowhere, and after the first one when all are taken', () => {
    const begun = done(aDocument(), insertBlock(aDocument(), entry('condition'), { at: { x: 0, y: 90 } }));
    const { id } = named(begun, 'Condition');
    const add = (before: WorkflowDocument): WorkflowDocument =>
      done(before, insertBlock(before, entry('function'), placeAfter(before, placedBlocks(before), entry('function'), id, palette)));
    const thrice = add(add(add(begun)));
    expect(thrice.edges.filter(({ source }) => source === id).map(({ sourceHandle }) => sourceHandle)).toEqual([
      `condition-${id}-if`,
      `condition-${id}-else`,
      `condition-${id}-if`,
    ]);
  });

  it('adds a block to a container, at a free place, led to by its rounds', () => {
    const document = aDocument();
    const place = placeInside(document, placedBlocks(document), 'loop');
    const grown = done(document, insertBlock(document, entry('function'), place as NonNullable<typeof place>));
    const added = named(grown, 'Function');
    expect(added.data['parentId']).toBe('loop');
    expect(grown.edges.find(({ target }) => target === added.id)).toMatchObject({ source: 'loop', sourceHandle: 'loop-start-source' });
  });

  it('moves blocks into a container and out of it, without the edges that would cross its border', () => {
    const document = aDocument();
    expect(moveTargets(document, new Set(['sum']))).toEqual(['loop']);
    const inside = done(document, moveInto(document, placedBlocks(document), new Set(['sum']), 'loop'));
    expect(inside.blocks['sum']?.data['parentId']).toBe('loop');
    expect(inside.edges.some(({ source, target }) => source === 'sum' || target === 'sum')).toBe(false);
    expect(moveTargets(inside, new Set(['sum']))).toEqual([null]);
    const back = done(inside, moveInto(inside, placedBlocks(inside), new Set(['sum']), null));
    expect(back.blocks['sum']?.data['parentId']).toBeUndefined();
    expect(moveTargets(document, new Set(['loop']))).toEqual([]);
  });

  it('adds a block in the middle of an edge, and branches that can be connected', () => {
    const document = done(aDocument(), insertBlock(aDocument(), entry('condition'), { at: { x: 0, y: 90 }, split: 'sum>loop' }));
    const { id, subBlocks } = named(document, 'Condition');
    expect(ways(document)).toEqual(expect.arrayContaining(['Add It>Condition', 'Condition>Each']));
    expect(document.edges.find(({ source }) => source === id)?.sourceHandle).toBe(`condition-${id}-if`);
    expect(String(subBlocks['conditions']?.value)).toContain(`${id}-else`);
  });

  it('refuses connections in the words of the server', () => {
    const document = aDocument();
    const connect = (source: string, target: string): Command | Impossible =>
      connectBlocks(document, { source, sourceHandle: 'source', target });
    expect(connect('sum', 'start')).toEqual({ refused: expect.stringContaining('nothing may lead to a trigger') });
    expect(connect('sum', 'inner')).toEqual({ refused: expect.stringContaining('across the border of a container') });
    expect(connect('loop', 'sum')).toEqual({ refused: expect.stringContaining('form a cycle') });
    expect(connect('start', 'sum')).toEqual({ refused: expect.stringContaining('repeats another edge') });
    expect(connect('sum', 'sum')).toEqual({ refused: expect.stringContaining('to itself') });
    expect(ways(done(document, connect('start', 'loop')))).toContain('start>Each');
  });

  it('removes containers with their contents and all edges', () => {
    const document = done(aDocument(), removeParts(aDocument(), ['loop']));
    expect(Object.keys(document.blocks)).toEqual(['start', 'sum']);
    expect(ways(document)).toEqual(['start>Add It']);
  });

  it('has a block beside what is removed, which takes the focus', () => {
    const document = aDocument();
    const all = new Set(Object.keys(document.blocks));
    const beside = (ids: readonly string[], inSight = all): string | undefined => blockBeside(document, ids, inSight);
    expect(beside(['loop'])).toBe('sum');
    expect(beside(['start'])).toBe('sum');
    expect(beside(['start', 'sum'])).toBe('loop');
    expect(beside(['loop'], new Set(['start', 'loop']))).toBe('start');
    expect(beside([...all])).toBeUndefined();
  });

  it('moves blocks, and into a container without edges across its border', () => {
    const document = aDocument();
    const move = (id: string, into?: string): WorkflowDocument =>
      done(
        document,
        moveBlocks(document, placedBlocks(document), new Set([id]), { by: { x: 40, y: 20 }, ...(into !== undefined && { into }) }),
      );
    expect(move('sum').blocks['sum']?.position).toEqual({ x: 340, y: 20 });
    const inside = move('sum', 'loop');
    expect(inside.blocks['sum']?.data['parentId']).toBe('loop');
    expect(ways(inside)).toEqual(['Each>inner']);
  });

  it('renames a block with all references to it', () => {
    const document = done(aDocument(), renameBlock(aDocument(), 'sum', 'Total Sum'));
    expect(document.blocks['inner']?.subBlocks['code']?.value).toBe('<totalsum.result.x> < <totalsum.result>');
    expect(document.blocks['sum']?.subBlocks['code']?.value).toBe('return <start.amount> + 1');
  });

  it.each(['R&D', 'Fee/Tax', 'Fee [1]', 'Each', 'start', 'Variable'])(
    'keeps the references to a block that is renamed to %s, which cannot be referred to',
    (name) => {
      const document = aDocument();
      expect(nameProblem(document, 'sum', name)).toBeDefined();
      const renamed = applyOperations(document, renameBlock(document, 'sum', name).operations);
      if (renamed.refused !== undefined) throw new Error(renamed.refused.message);
      const back = done(renamed.document, renameBlock(renamed.document, 'sum', 'Add It'));
      expect(back.blocks['inner']?.subBlocks['code']?.value).toBe('<addit.result.x> < <add it.result>');
    },
  );

  it.each(['Total', 'Add It', 'add  it', 'fee-2', 'größe', 'Gebühr 2'])('accepts the name %s', (name) => {
    expect(nameProblem(aDocument(), 'sum', name)).toBeUndefined();
  });

  it('renames a variable with all references to it, in options and assignments too', () => {
    const assignments = (variableName: string): string => `[{"variableName": "${variableName}", "value": "<variable.rate> + 1"}]`;
    const blocks = {
      set: aBlock('set', 'variables', {
        name: 'Set',
        subBlocks: { variables: { id: 'variables', type: 'variables-input', value: assignments('Rate') } },
      }),
      sum: aBlock('sum', 'function', { ...at(300), ...code('<variable.Rate.net> < <variable.rates> + <set.Rate> + <rate.x>') }),
      loop: aBlock('loop', 'loop', { ...at(600), name: 'Each', data: { loopType: 'forEach', collection: '<variable.rate>' } }),
    };
    const variables = { v: { id: 'v', name: 'Rate', type: 'number', value: 1 }, w: { id: 'w', name: 'rates', type: 'number', value: 1 } };
    const { document } = parseDocument({ state: { blocks, edges: [], variables } });
    const variable = document?.variables['v'];
    if (document === undefined || variable === undefined) throw new Error('The document cannot be read');
    const renamed = done(document, renameVariable(document, variable, 'Fee-2'));
    expect(renamed.variables['v']).toEqual({ ...variable, name: 'Fee-2' });
    expect(renamed.blocks['sum']?.subBlocks['code']?.value).toBe('<variable.Fee-2.net> < <variable.rates> + <set.Fee-2> + <rate.x>');
    expect(renamed.blocks['loop']?.data['collection']).toBe('<variable.Fee-2>');
    const written = JSON.parse(String(renamed.blocks['set']?.subBlocks['variables']?.value)) as object;
    expect(written).toEqual([{ variableName: 'Fee-2', value: '<variable.Fee-2> + 1' }]);
    for (const name of ['RATES', 'R&D', 'a/b', '<x>']) expect(variableNameProblem(document, 'v', name)).toBeDefined();
    for (const name of ['rate', 'My Fee', 'größe', 'fee_2']) expect(variableNameProblem(document, 'v', name)).toBeUndefined();
  });

  it('moves a container into another one with the edge that begins its rounds', () => {
    const document = done(aDocument(), insertBlock(aDocument(), anEntry('loop', 'control', 'Outer'), { at: { x: 900, y: 0 } }));
    const outer = named(document, 'Outer').id;
    const moved = done(document, moveBlocks(document, placedBlocks(document), new Set(['loop']), { by: { x: 0, y: 0 }, into: outer }));
    expect(ways(moved)).toContain('Each>inner');
    expect(ways(moved)).not.toContain('Add It>Each');
  });

  it('moves one block beside two that lie at one place, and no others', () => {
    const document = aDocument();
    const twin = (before: WorkflowDocument): WorkflowDocument => done(before, duplicateBlocks(before, ['sum']));
    const twice = twin(twin(document));
    const places = Object.values(twice.blocks).map(({ position, data }) => JSON.stringify([position, data['parentId']]));
    expect(new Set(places).size).toBe(places.length);
    const command = moveBlocks(twice, placedBlocks(twice), new Set(['start']), { by: { x: 5, y: 5 } });
    expect(command.operations).toHaveLength(1);
  });

  it('puts a block into a folded container beside what is in it', () => {
    const document = aDocument();
    const inner = document.blocks['inner'];
    if (inner === undefined) throw new Error('There is no inner block');
    const placed = placedBlocks(document, new Set(['loop']));
    const first = done(document, moveInto(document, placed, new Set(['sum']), 'loop'));
    const second = done(first, moveInto(first, placedBlocks(first, new Set(['loop'])), new Set(['start']), 'loop'));
    const inside = Object.values(second.blocks).filter(({ data }) => data['parentId'] === 'loop');
    expect(new Set(inside.map(({ position }) => JSON.stringify(position))).size).toBe(3);
  });

  it('duplicates a container with references to the copies, in its options too', () => {
    const blocks = {
      list: aBlock('list', 'function', { name: 'List', ...code('return [1]') }),
      loop: aBlock('loop', 'loop', { ...at(300), name: 'Each', data: { loopType: 'forEach', collection: '<list.result>' } }),
    };
    const { document } = parseDocument({ state: { blocks, edges: [] } });
    if (document === undefined) throw new Error('The document cannot be read');
    const copied = done(document, duplicateBlocks(document, ['list', 'loop']));
    expect(named(copied, 'Each 2').data['collection']).toBe('<list2.result>');
    expect(named(copied, 'Each').data['collection']).toBe('<list.result>');
  });

  it('pastes what was copied, here and elsewhere: new ids, free names, references inside kept', () => {
    const document = aDocument();
    const text = copyText(document, ['sum', 'loop']);
    const here = done(document, pasteText(document, text, { x: 0, y: 500 }));
    const copy = named(here, 'inner 2');
    expect(copy.subBlocks['code']?.value).toBe('<addit2.result.x> < <addit2.result>');
    expect(copy.data['parentId']).toBe(named(here, 'Each 2').id);
    expect(ways(here)).toContain('Add It 2>Each 2');
    const { document: other } = parseDocument({ state: { blocks: {}, edges: [] } });
    const elsewhere = done(other as WorkflowDocument, pasteText(other as WorkflowDocument, text, { x: 0, y: 0 }));
    expect(ways(elsewhere)).toEqual(['Add It>Each', 'Each>inner'].toSorted());
    for (const strange of ['plain text', '{"a":1}', '[1]'])
      expect(pasteText(document, strange, { x: 0, y: 0 })).toEqual({ refused: expect.stringMatching(/^Only blocks, /u) });
    expect(pasteText(document, ' ', { x: 0, y: 0 })).toBeUndefined();
    expect(named(done(document, duplicateBlocks(document, ['inner'])), 'inner 2').data['parentId']).toBe('loop');
  });

  it('pastes a command of curl as an API block', () => {
    const document = aDocument();
    const pasted = done(document, pasteText(document, `curl https://a.example -H 'X-Kind: test' -d '{"a":1}'`, { x: 10, y: 20 }));
    const block = Object.values(pasted.blocks).find(({ type }) => type === 'api');
    expect(block).toMatchObject({
      name: 'API',
      position: { x: 10, y: 20 },
      subBlocks: {
        url: { value: 'https://a.example' },
        method: { value: 'POST' },
        headers: { value: [{ cells: { Key: 'X-Kind', Value: 'test' } }, { cells: { Key: 'Content-Type' } }] },
        body: { value: '{"a":1}' },
      },
    });
    expect(structuralProblems(pasted)).toEqual([]);
  });

  it('finds in names, types and fields, and replaces as one edit', () => {
    const document = aDocument();
    expect(findText(document, 'AMOUNT').map(({ blockId, field }) => [blockId, field])).toEqual([['sum', 'code']]);
    expect(findText(document, 'start_tr').map(({ field, canReplace }) => [field, canReplace])).toEqual([['type', false]]);
    const replaced = done(document, replaceText(document, 'amount', 'total.$1'));
    expect(replaced.blocks['sum']?.subBlocks['code']?.value).toBe('return <start.total.$1> + 1');
  });

  it('renames several blocks by a replacement, and keeps the references to each of them', () => {
    const block = (id: string, name: string, code = ''): object => ({
      id,
      type: 'function',
      name,
      position: { x: 0, y: 0 },
      subBlocks: { code: { id: 'code', type: 'code', value: code } },
    });
    const blocks = {
      fee: block('fee', 'Work Out Fee'),
      tax: block('tax', 'Work Out Tax'),
      sum: block('sum', 'Sum', 'return <workoutfee.x> + <workouttax.y> // Work Out both'),
    };
    const { document } = parseDocument({ blocks, edges: [] });
    if (document === undefined) throw new Error('The document cannot be read');
    const replaced = done(document, replaceText(document, 'Work Out', 'Calc'));
    expect(replaced.blocks['sum']?.subBlocks['code']?.value).toBe('return <calcfee.x> + <calctax.y> // Calc both');
    expect(named(replaced, 'Calc Fee').id).toBe('fee');
    const longer = done(document, replaceText(document, 'ee', 'eee'));
    expect(longer.blocks['sum']?.subBlocks['code']?.value).toContain('<workoutfeee.x>');
  });

  it('replaces no name by one that is empty or taken, and no name of a variable', () => {
    const blocks = {
      fee: aBlock('fee', 'function', { name: 'Fee' }),
      tax: aBlock('tax', 'function', { ...at(300), name: 'Tax' }),
      sum: aBlock('sum', 'function', { ...at(600), name: 'Fees', ...code('<fee.x> + <variable.fee> // fee') }),
    };
    const { document } = parseDocument({ state: { blocks, edges: [] } });
    if (document === undefined) throw new Error('The document cannot be read');
    const codeAfter = (by: string): unknown => {
      const replaced = done(document, replaceText(document, 'fee', by));
      expect(named(replaced, 'Fee').id).toBe('fee');
      return replaced.blocks['sum']?.subBlocks['code']?.value;
    };
    expect(codeAfter('')).toBe('<fee.x> + <variable.fee> // ');
    expect(codeAfter('tax')).toBe('<fee.x> + <variable.fee> // tax');
    const pointed = done(document, replaceText(document, '<fee.x> + <variable.fee>', '<tax.x>'));
    expect(pointed.blocks['sum']?.subBlocks['code']?.value).toBe('<tax.x> // fee');
    expect(findText(document, 'fee', 'tax').filter(({ canReplace }) => !canReplace)).toMatchObject([{ blockId: 'fee', field: 'name' }]);
  });

  it('lays out blocks from left to right, and frames around what is in them', () => {
    const document = aDocument();
    const items = placedBlocks(document).map(({ block, width, height, isFrame, local }) => ({
      id: block.id,
      ...(typeof block.data['parentId'] === 'string' && { parentId: block.data['parentId'] }),
      width,
      height,
      isFrame,
      ...local,
    }));
    const places = new Map(layOut({ items, edges: document.edges }).map((each) => [each.id, each]));
    const x = (id: string): number => places.get(id)?.x ?? NaN;
    expect(x('start')).toBe(0);
    expect(x('sum')).toBeGreaterThan(x('start') + 220);
    expect(x('loop')).toBeGreaterThan(x('sum') + 220);
    expect(places.get('inner')).toMatchObject({ x: 48, y: 52 });
    expect(layOut({ items, edges: document.edges, only: ['sum'] })).toEqual([{ id: 'sum', x: 300, y: 0 }]);
  });

  it('lays out a way of any length, with what runs beside each other in one column', () => {
    const box = { width: 220, height: 60, isFrame: false, x: 0, y: 0 };
    const items = Array.from({ length: 4000 }, (_, n) => ({ id: `b${n}`, ...box }));
    const edges = items.slice(1).map(({ id }, n) => ({ source: `b${n}`, target: id }));
    const beside = { id: 'beside', ...box };
    const places = new Map(
      layOut({ items: [...items, beside], edges: [...edges, { source: 'b0', target: 'beside' }, { source: 'beside', target: 'b2' }] }).map(
        (each) => [each.id, each],
      ),
    );
    expect(places.size).toBe(4001);
    expect(places.get('b3999')?.x).toBe(3999 * 300);
    expect(places.get('beside')?.x).toBe(places.get('b1')?.x);
    expect(Math.abs((places.get('beside')?.y ?? 0) - (places.get('b1')?.y ?? 0))).toBeGreaterThanOrEqual(60);
  });

  it('lists blocks in the order of flow, contents below their container', () => {
    const rows = flowOrder(aDocument());
    expect(rows.map(({ block, depth }) => [block.id, depth])).toEqual([
      ['start', 0],
      ['sum', 0],
      ['loop', 0],
      ['inner', 1],
    ]);
    expect(rows[2]?.after).toEqual(['Add It']);
    expect(flowOrder(aDocument(), new Set(['loop'])).map(({ block }) => block.id)).toEqual(['start', 'sum', 'loop']);
  });
});

describe('alignment', () => {
  const document = aDocument();
  const apart = done(document, { label: 'Move', operations: [{ op: 'move', id: 'sum', x: 340, y: 40 }] });
  const middles = (changed: WorkflowDocument, ids: readonly string[]): readonly number[] =>
    placedBlocks(changed, new Set())
      .filter(({ block }) => ids.includes(block.id))
      .map(({ y, height }) => Math.round(y + height / 2));

  it('puts blocks of different heights on one middle line, as one edit', () => {
    const command = alignBlocks(document, placedBlocks(document, new Set()), new Set(['start', 'sum', 'loop']), 'middle');
    const [first, ...others] = middles(done(document, command), ['start', 'sum', 'loop']);
    for (const other of others) expect(Math.abs(other - (first ?? 0))).toBeLessThanOrEqual(1);
    expect(command).toMatchObject({ label: 'Align 3 blocks' });
  });

  it('makes the gaps between blocks equal and leaves the outer two', () => {
    const before = placedBlocks(apart, new Set());
    const ids = ['start', 'sum', 'loop'];
    const shown = placedBlocks(done(apart, distributeBlocks(apart, before, new Set(ids), 'across')), new Set());
    const [start, sum, loop] = ids.map((id) => shown.find(({ block }) => block.id === id));
    if (start === undefined || sum === undefined || loop === undefined) throw new Error('A block is gone');
    expect([start.x, loop.x]).toEqual([before, before].map((list, index) => list.find(({ block }) => block.id === ids[index * 2])?.x));
    expect(Math.abs(sum.x - start.x - start.width - (loop.x - sum.x - sum.width))).toBeLessThanOrEqual(1);
  });

  it('says that it needs two blocks, and three to distribute', () => {
    const placed = placedBlocks(document, new Set());
    const one = alignBlocks(document, placed, new Set(['sum']), 'left');
    expect(one).toEqual({ refused: expect.stringMatching(/^Select two blocks/u) as unknown });
    const two = distributeBlocks(document, placed, new Set(['start', 'sum']), 'across');
    expect(two).toEqual({ refused: expect.stringMatching(/^Select three blocks/u) as unknown });
  });

  it('makes no edit when the blocks are on the line already, or their gaps are equal', () => {
    const ids = new Set(['start', 'sum', 'loop']);
    const aligned = done(apart, alignBlocks(apart, placedBlocks(apart, new Set()), ids, 'top'));
    const again = alignBlocks(aligned, placedBlocks(aligned, new Set()), ids, 'top');
    expect(again).toEqual({ refused: 'The blocks are on this line already.' });
    const even = done(aligned, distributeBlocks(aligned, placedBlocks(aligned, new Set()), ids, 'across'));
    const twice = distributeBlocks(even, placedBlocks(even, new Set()), ids, 'across');
    expect(twice).toEqual({ refused: 'The gaps between the blocks are equal already.' });
  });

  it('moves a container with what is inside, once', () => {
    const command = alignBlocks(document, placedBlocks(document, new Set()), new Set(['sum', 'loop', 'inner']), 'left');
    if ('refused' in command) throw new Error(command.refused);
    expect(command.operations.map((each) => (each.op === 'move' ? each.id : each.op))).not.toContain('inner');
  });
});
