import { describe, expect, it } from '@jest/globals';
import { folderRows, withinFolder } from './folder-tree.js';

const folders = [
  { id: 'eu', name: 'Europe', parentId: 'orders' },
  { id: 'orders', name: 'Orders', parentId: null },
  { id: 'mail', name: 'Mail', parentId: null },
  { id: 'asia', name: 'Asia', parentId: 'orders' },
  { id: 'north', name: 'North', parentId: 'eu' },
  { id: 'lost', name: 'Lost', parentId: 'gone' },
];

describe('the tree of folders', () => {
  it('lists each folder below its parent, by name', () => {
    expect(folderRows(folders).map(({ depth, path }) => `${depth} ${path}`)).toEqual([
      '0 Lost',
      '0 Mail',
      '0 Orders',
      '1 Orders / Asia',
      '1 Orders / Europe',
      '2 Orders / Europe / North',
    ]);
  });

  it('knows which folders are in a folder', () => {
    const rows = folderRows(folders);
    expect([...withinFolder(rows, 'orders')]).toEqual(['orders', 'asia', 'eu', 'north']);
    expect([...withinFolder(rows, 'mail')]).toEqual(['mail']);
    expect([...withinFolder(rows, 'unknown')]).toEqual([]);
  });
});
