import { appendFile, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileSink } from './file-sink.js';

let folder: string;
let sink: FileSink;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-sink-'));
  sink = new FileSink(join(folder, 'exports'), 'disk');
});
afterEach(() => rm(folder, { recursive: true }));

const monday = '2031-03-03T23:59:59.000Z';
const tuesday = '2031-03-04T00:00:01.000Z';
const file = (day = '2031-03-03'): string => join(folder, 'exports', `disk-${day}.jsonl`);

async function deliver(text: string, at = monday, place?: number): Promise<void> {
  await sink.deliver({ number: 1, hash: '', at, text, place: place ?? (await sink.place(at)) });
}

describe('a folder that gets batches', () => {
  it('has a file a day, with one batch after the other', async () => {
    await deliver('one\n');
    await deliver('two\n');
    await deliver('three\n', tuesday);
    expect(await readFile(file(), 'utf8')).toBe('one\ntwo\n');
    expect(await readFile(file('2031-03-04'), 'utf8')).toBe('three\n');
    expect(await readdir(join(folder, 'exports'))).toHaveLength(2);
  });

  it('contains a repeated batch once', async () => {
    await deliver('one\n');
    const place = await sink.place(monday);
    await deliver('two\n', monday, place);
    await deliver('two\n', monday, place);
    expect(await readFile(file(), 'utf8')).toBe('one\ntwo\n');
  });

  it('has a whole batch where a crash left the beginning of it', async () => {
    await deliver('one\n');
    const place = await sink.place(monday);
    await appendFile(file(), 'tw');
    await deliver('two\n', monday, place);
    expect(await readFile(file(), 'utf8')).toBe('one\ntwo\n');
  });

  it('begins a new file when the old one was moved away', async () => {
    await deliver('one\n');
    const place = await sink.place(monday);
    await rename(file(), join(folder, 'away'));
    await deliver('two\n', monday, place);
    expect(await readFile(file(), 'utf8')).toBe('two\n');
  });
});
