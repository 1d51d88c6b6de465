import { describe, expect, it } from '@jest/globals';
import { conflict } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { aFile, keptData } from '../../../../test/support/engine/kept-data.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';

async function use(fields: Readonly<Record<string, Json>>, input: Json = {}, answers: Parameters<typeof keptData>[0] = {}) {
  const { data, asked } = keptData(answers);
  return { ended: await runBlock('file', fields, { data, input }), asked };
}

const key = expect.stringMatching(/^[\w-]{43}$/);

describe('a file block that writes', () => {
  it('writes a text under a name', async () => {
    const fields = { operation: 'file_write', fileName: 'report-<start.month>.md', content: '# <start.title>', overwrite: 'true' };
    const { asked, ended } = await use(fields, { month: '05', title: 'May' });
    const file = { name: 'report-05.md', mediaType: 'text/markdown', content: Buffer.from('# May'), replaces: true };
    expect(asked).toEqual([['writeFile', file, key]]);
    expect(ended.output).toEqual({ id: aFile.id, name: aFile.name, size: aFile.size, url: aFile.url, file: aFile, files: [aFile] });
    expect(ended.input).toEqual({
      operation: 'file_write',
      fileName: 'report-05.md',
      contentType: 'text/markdown',
      overwrite: true,
      size: 5,
    });
  });

  it.each<[string, Json | undefined, string]>([
    ['a.json', undefined, 'application/json'],
    ['a', undefined, 'text/plain'],
    ['a.json', 'text/x-mine', 'text/x-mine'],
  ])('%s with type %j is %s', async (fileName, contentType = null, mediaType) => {
    const { asked } = await use({ operation: 'file_write', fileName, content: { a: 1 }, contentType });
    expect(asked[0]?.[1]).toMatchObject({ mediaType, content: Buffer.from('{"a":1}'), replaces: false });
  });

  it('fails when the name is taken', async () => {
    const writeFile = () => {
      throw conflict('DUPLICATE_NAME', 'A file named "a" already exists in this workspace');
    };
    const { ended } = await use({ operation: 'file_write', fileName: 'a' }, {}, { writeFile });
    expect(ended.error).toContain('already exists');
  });
});

describe('a file block that reads', () => {
  it.each<[Json, readonly string[]]>([
    ['notes.md', ['notes.md']],
    ['["a", "b"]', ['a', 'b']],
    ['<start.files>', ['file-1', 'files/w/x', 'y']],
    [{ id: '<start.id>' }, ['file-9']],
  ])('finds the files that %j names', async (readFile, references) => {
    const files = [{ id: 'file-1', name: 'x' }, { key: 'files/w/x' }, { name: 'y' }];
    const { asked, ended } = await use({ readFile }, { files, id: 'file-9' });
    expect(asked).toEqual(references.map((reference) => ['file', reference]));
    expect(ended.output).toEqual({ file: aFile, files: references.map(() => aFile) });
  });

  it('returns the texts of files, within one limit for all of them', async () => {
    const { asked, ended } = await use({ operation: 'file_get_content', getContentFileId: 'a,b', getContentFile: '["a", "b"]' });
    expect(asked).toEqual([
      ['readFile', 'a', 10_485_760],
      ['readFile', 'b', 10_485_754],
    ]);
    expect(ended.output).toMatchObject({ contents: ['héllo', 'héllo'], files: [aFile, aFile] });
  });

  it('fails for a file that is not text', async () => {
    const readFile = () => ({ file: aFile, bytes: Buffer.from([0xff, 0xfe, 0x00]) });
    const { ended } = await use({ operation: 'file_get_content', getContentFile: 'a' }, {}, { readFile });
    expect(ended).toMatchObject({ error: 'The file "notes.md" is not text in UTF-8', input: { files: ['a'] } });
  });

  it.each<[Readonly<Record<string, Json>>, string]>([
    [{}, 'readFile is missing'],
    [{ operation: 'file_get_content' }, 'getContentFile is missing'],
    [{ readFile: '<start.none>' }, 'readFile must name a file'],
    [{ readFile: [] }, 'readFile must name a file'],
    [{ readFile: Array.from({ length: 51 }, () => 'a') }, 'readFile must not name more than 50 files'],
    [{ operation: 'file_shred' }, 'operation must be one of file_read, file_get_content, file_write'],
    [{ operation: 'file_write' }, 'fileName is missing'],
  ])('fails before it uses files: %j', async (fields, message) => {
    const { asked, ended } = await use(fields);
    expect(ended.error).toContain(message);
    expect(asked).toEqual([]);
  });
});
