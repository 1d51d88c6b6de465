import { describe, expect, it } from '@jest/globals';
import { accepted, begun, ended, noCellEdits, refusedCell, type EditedCell } from './cell-edits.js';
import { cellOfText, textOfCell } from './cell-text.js';
import { conditionLabel, conditionsOf, filterText } from './conditions.js';
import { endOfFirstRecord, readDelimited, writeTabbed } from './delimited.js';
import { guessColumns } from './guess-columns.js';
import { isDeepEqual } from './is-deep-equal.js';
import { pasted } from './pasted.js';
import { at, found, held, isIn, moved, rangeOf } from './selection.js';
import { sortOf, sortText, tableSearchFrom } from './view-search.js';

const columns = [
  { name: 'email', type: 'string' },
  { name: 'total', type: 'number' },
  { name: 'extra', type: 'json' },
] as const;

describe('delimited text', () => {
  it.each([
    [
      'a\tb\nc\td',
      '\t',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\t\r\n\t\r\n',
      '\t',
      [
        ['a', ''],
        ['', ''],
      ],
    ],
    ['"a ""b""\tc\nd"\te', '\t', [['a "b"\tc\nd', 'e']]],
    [
      '\uFEFFname,"x"y,\n1,2',
      ',',
      [
        ['name', 'xy', ''],
        ['1', '2'],
      ],
    ],
    ['', ',', []],
  ] as const)('is read as rows: %j', (text, separator, rows) => {
    expect(readDelimited(text, separator)).toEqual(rows);
  });

  it('is read as it was written', () => {
    const rows = [
      ['plain', 'a\tb', 'two\nlines'],
      ['"quoted"', '', 'é'],
    ];
    expect(readDelimited(writeTabbed(rows), '\t')).toEqual(rows);
  });

  it('has a first record that may have line breaks', () => {
    expect(endOfFirstRecord('"a\nb",c\nd')).toBe(8);
    expect(endOfFirstRecord('a,b')).toBe(3);
  });
});

describe('a cell', () => {
  it.each([
    ['total', '12', { cell: 12 }],
    ['total', 'much', { cell: 'much' }],
    ['total', '', { cell: null }],
    ['email', ' 1 ', { cell: ' 1 ' }],
    ['extra', '{"a":1}', { cell: { a: 1 } }],
    ['extra', 'a', { problem: 'extra must be JSON. Put texts in quotation marks.' }],
  ])('of %s is read from %j', (name, text, expected) => {
    const column = columns.find((each) => each.name === name) ?? columns[0];
    expect(cellOfText(column, text)).toEqual(expected);
  });

  it('is shown as the text from which it is read', () => {
    expect([textOfCell('json', { a: [1] }), textOfCell('number', 1.5), textOfCell('string', null)]).toEqual(['{"a":[1]}', '1.5', '']);
  });

  it('is the same whatever the order of its members', () => {
    expect([isDeepEqual({ a: [1], b: 2 }, { b: 2, a: [1] }), isDeepEqual([1], { 0: 1 }), isDeepEqual({ a: 1 }, { a: 1, b: 2 })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the selection', () => {
  const extent = { rows: 100, columns: 3, page: 20 };
  const stroke = (key: string, more: object = {}) => ({ key, shiftKey: false, isFar: false, ...more });

  it.each([
    [stroke('ArrowDown'), at(6, 1)],
    [stroke('ArrowUp', { isFar: true }), at(0, 1)],
    [stroke('PageDown'), at(25, 1)],
    [stroke('End'), at(5, 2)],
    [stroke('End', { isFar: true }), at(99, 2)],
    [stroke('Tab'), at(5, 2)],
    [stroke('ArrowRight', { shiftKey: true }), { active: { row: 5, column: 2 }, anchor: { row: 5, column: 1 } }],
    [stroke('a'), undefined],
  ])('moves with %j', (key, expected) => {
    expect(moved(at(5, 1), key, extent)).toEqual(expected);
  });

  it('stays in the grid, and Tab leaves it at the ends of a row', () => {
    expect(moved(at(99, 2), stroke('ArrowDown'), extent)).toEqual(at(99, 2));
    expect(moved(at(5, 2), stroke('Tab'), extent)).toBeUndefined();
    expect(moved(at(5, 0), stroke('Tab', { shiftKey: true }), extent)).toBeUndefined();
    expect(moved(at(0, 0), stroke('ArrowDown'), { ...extent, rows: 0 })).toBeUndefined();
  });

  it('covers the cells between its anchor and the active cell', () => {
    const range = rangeOf({ active: { row: 1, column: 2 }, anchor: { row: 3, column: 0 } });
    expect(range).toEqual({ top: 1, bottom: 3, left: 0, right: 2 });
    expect([isIn(range, { row: 2, column: 1 }), isIn(range, { row: 4, column: 1 })]).toEqual([true, false]);
  });

  it('stays with its rows when others come or go above them', () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
    const kept = held({ active: { row: 2, column: 1 }, anchor: { row: 1, column: 0 } }, rows);
    expect(found(kept, rows)).toEqual({ active: { row: 2, column: 1 }, anchor: { row: 1, column: 0 } });
    expect(rangeOf(found(kept, rows.slice(1)))).toEqual({ top: 0, bottom: 1, left: 0, right: 1 });
    expect(rangeOf(found(kept, [{ id: 'new' }, ...rows]))).toMatchObject({ top: 2, bottom: 3 });
  });

  it('keeps its place when its row is not listed', () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ id }));
    expect(found(held(at(1, 2), rows), [{ id: 'a' }, { id: 'c' }])).toEqual(at(1, 2));
    expect(found(held(at(1, 2), []), rows)).toEqual(at(1, 2));
  });
});

describe('pasting', () => {
  const rows = [
    { id: 'r1', data: { email: 'a', total: 1 } },
    { id: 'r2', data: { email: 'b' } },
  ];

  it('changes what differs, from the upper left cell on, and adds rows below the last one', () => {
    const result = pasted(
      [
        ['a', '2'],
        ['b', '', 'x'],
        ['c', '4'],
      ],
      { columns, rows, selection: at(0, 0), mayAdd: true },
    );
    expect(result.updates).toEqual([{ rowId: 'r1', data: { total: 2 } }]);
    expect(result.added).toEqual([{ email: 'c', total: 4 }]);
    expect(result.cells).toEqual([{ rowIndex: 0, column: 'total', before: '1', after: '2' }]);
    expect(result.problems).toEqual(['Row 2: extra must be JSON. Put texts in quotation marks.']);
  });

  it('fills a selection with a single text, and says how many cells have no place', () => {
    const selection = { anchor: { row: 0, column: 1 }, active: { row: 1, column: 1 } };
    expect(pasted([['7']], { columns, rows, selection, mayAdd: true }).updates).toEqual([
      { rowId: 'r1', data: { total: 7 } },
      { rowId: 'r2', data: { total: 7 } },
    ]);
    expect(pasted([['1', '2', '3']], { columns, rows, selection: at(1, 2), mayAdd: true }).left).toBe(2);
    expect(pasted([['1'], ['2']], { columns, rows, selection: at(1, 1), mayAdd: false }).left).toBe(1);
  });
});

describe('the filter of an address', () => {
  it('is built from conditions, and read as the same conditions', () => {
    const conditions = [
      { column: 'email', operator: '$contains', text: 'a@' },
      { column: 'total', operator: '$gte', text: '12' },
      { column: 'extra', operator: 'empty', text: '' },
    ];
    const filter = filterText(conditions, columns);
    expect(filter).toBe('{"$and":[{"email":{"$contains":"a@"}},{"total":{"$gte":12}},{"extra":{"$empty":true}}]}');
    expect(conditionsOf(filter, columns)).toEqual(conditions);
    expect(conditions.map((each) => conditionLabel(each, columns))).toEqual([
      'email contains a@',
      'total is at least 12',
      'extra is empty',
    ]);
  });

  it('leaves out conditions without a value', () => {
    expect(filterText([{ column: 'email', operator: '$eq', text: '' }], columns)).toBeUndefined();
  });

  it.each(['{"$or":[{"email":"a"}]}', '{"gone":1}', '{"total":{"$gt":1,"$lt":5}}', '{"email":{"$in":["a"]}}'])(
    'may be one that the builder cannot show: %s',
    (filter) => {
      expect(conditionsOf(filter, columns)).toBeUndefined();
    },
  );
});

describe('the address of a table', () => {
  it('is read as it was written', () => {
    const search = { filter: '{"a":1}', sort: '{"a":"desc"}', asOf: '2031-03-04T05:06:07.000Z', row: 'new' };
    expect(tableSearchFrom(search)).toEqual(search);
    expect(sortText(sortOf(search.sort))).toBe(search.sort);
  });

  it('keeps nothing that the page does not understand', () => {
    expect(tableSearchFrom({ filter: '[1]', sort: 'a', asOf: 'yesterday', row: '', page: '2' })).toEqual({});
  });
});

describe('the columns of a file', () => {
  it('have names that a table accepts, and the narrowest types that fit', () => {
    const file = [
      ['Full name', 'Full name', '2nd', 'größe', '', 'zip'],
      ['a', '1', 'true', '1.5', '2031-03-04', '01234'],
      ['b', '', 'FALSE', '2', '', '10'],
    ];
    expect(guessColumns(file)).toEqual([
      { name: 'Full_name', type: 'string' },
      { name: 'Full_name_2', type: 'number' },
      { name: '_2nd', type: 'boolean' },
      { name: 'gro_e', type: 'number' },
      { name: 'column_5', type: 'date' },
      { name: 'zip', type: 'string' },
    ]);
  });
});

describe('the cells that are being edited', () => {
  const cellOf = (rowId: string, text: string): EditedCell => ({
    place: { row: 0, column: 0 },
    rowId,
    column: { name: 'total', type: 'number' } as EditedCell['column'],
    before: '',
    text,
    problem: undefined,
  });
  const [one, other] = [cellOf('one', '1'), cellOf('other', '2')];

  it('leave another cell open when a late answer arrives', () => {
    const typing = begun(ended(begun(noCellEdits, one), one), other);
    expect(accepted(typing, one)).toEqual({ open: other, saving: [], refused: [] });
  });

  it('open a refused cell again once no other one is open', () => {
    const typing = begun(ended(begun(noCellEdits, one), one), other);
    const after = refusedCell(typing, one, 'It is taken');
    expect(after).toMatchObject({ open: other, refused: [{ rowId: 'one', text: '1', problem: 'It is taken' }] });
    expect(ended(after, other)).toMatchObject({ open: { rowId: 'one', problem: 'It is taken' }, saving: [other], refused: [] });
  });

  it('keep a newer text of a cell whose value is refused', () => {
    const newer = cellOf('one', '7');
    expect(refusedCell(begun(ended(begun(noCellEdits, one), one), newer), one, 'It is taken').open).toBe(newer);
  });

  it('say what is wrong in a cell that was opened again before its value was refused', () => {
    const saving = ended(begun(noCellEdits, one), one);
    const again = { ...one, before: '1' };
    expect(refusedCell(begun(saving, again), one, 'It is taken').open).toEqual({ ...one, before: '', problem: 'It is taken' });
    const retyped = refusedCell(begun(saving, { ...again, text: '7' }), one, 'It is taken');
    expect(retyped.open).toEqual({ ...one, text: '7', before: '' });
  });

  it('come back to a cell with a problem that was left for another one', () => {
    const refused = refusedCell(ended(begun(noCellEdits, one), one), one, 'It is taken');
    expect(ended(begun(refused, other))).toMatchObject({ open: { rowId: 'one', problem: 'It is taken' } });
  });
});
