import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertReadable, droppedFiles, type DroppedItem } from './readable.js';

describe('a drop', () => {
  const item = (name: string, isDirectory: boolean): DroppedItem => ({
    kind: 'file',
    getAsFile: () => new File(['x'], name),
    webkitGetAsEntry: () => ({ isDirectory }) as FileSystemEntry,
  });

  it('has its files and the names of its folders', () => {
    const { files, folders } = droppedFiles([item('a.txt', false), item('photos', true), item('b.txt', false)]);
    expect(files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect(folders).toEqual(['photos']);
  });

  it('leaves out texts', () => {
    const text: DroppedItem = { kind: 'string', getAsFile: () => null, webkitGetAsEntry: () => null };
    expect(droppedFiles([text])).toEqual({ files: [], folders: [] });
  });
});

describe('a file to be uploaded', () => {
  it('cannot be read once it was removed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-'));
    const path = join(folder, 'a.txt');
    await writeFile(path, 'text');
    const file = await openAsBlob(path);
    await assertReadable(file);
    await rm(folder, { recursive: true });
    await expect(assertReadable(file)).rejects.toThrow('This file cannot be read.');
  });

  it('may be empty', async () => {
    await assertReadable(new Blob([]));
  });
});
