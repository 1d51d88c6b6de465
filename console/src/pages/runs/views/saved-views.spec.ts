import { describe, expect, it } from '@jest/globals';
import { columnsFrom, usualColumns } from './run-columns.js';
import { viewsFrom, withView, type SavedView } from './saved-views.js';

const failed: SavedView = { name: 'Failed today', search: { status: 'failed', since: '24h' }, columns: ['workflow', 'error'] };

describe('the saved views of a browser', () => {
  it('come back as they were kept', () => {
    expect(viewsFrom(JSON.stringify([failed]))).toEqual([failed]);
  });

  it.each([null, '', '{', '[null, 1, {"name": 1}, {"name": "x"}]', '{"name":"x"}'])('are none when it keeps %j', (text) => {
    expect(viewsFrom(text)).toEqual([]);
  });

  it('leave out filters and columns that do not exist', () => {
    const old = [
      { name: 'Old', search: { status: 'lost', since: '1h', what: 'x' }, columns: ['colour', 'cost'] },
      { name: 'Plain', search: {} },
    ];
    expect(viewsFrom(JSON.stringify(old))).toEqual([
      { name: 'Old', search: { since: '1h' }, columns: ['workflow', 'cost'] },
      { name: 'Plain', search: {}, columns: usualColumns },
    ]);
  });

  it('are sorted by name, and replace one of the same name', () => {
    const other = { ...failed, name: 'All' };
    const views = withView(withView([failed], other), { ...failed, search: {} });
    expect(views.map(({ name, search }) => [name, search])).toEqual([
      ['All', failed.search],
      ['Failed today', {}],
    ]);
  });
});

describe('the columns of the list', () => {
  it('are in their order, with the workflow among them', () => {
    expect(columnsFrom(['error', 'nothing', 'status'])).toEqual(['status', 'workflow', 'error']);
  });
});
