import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { fileProblems, runInputOf } from './tool-arguments.js';

describe('the arguments of a tool', () => {
  const fields = [
    { name: 'files', type: 'file[]' },
    { name: 'note', type: 'string' },
  ];

  it('become the input of a run as they are, except for files', () => {
    const sent = { note: 'x', further: 1 };
    expect(runInputOf(fields, sent)).toBe(sent);
    expect(runInputOf(fields, { files: 'no list' })).toEqual({ files: 'no list' });
  });

  it('have files with a media type and content in Base64 or as a data URL', () => {
    const files = [
      { name: 'a.txt', type: 'text/plain', data: 'YQ==' },
      { name: 'b', data: 'data:image/png;base64,YQ==' },
      { id: 'stored' },
      { type: 'url', data: 'https://example.com/c' },
    ];
    expect(runInputOf(fields, { files })).toEqual({
      files: [
        { name: 'a.txt', type: 'file', mime: 'text/plain', data: 'data:text/plain;base64,YQ==' },
        { name: 'b', type: 'file', mime: 'application/octet-stream', data: 'data:image/png;base64,YQ==' },
        { id: 'stored' },
        { type: 'url', data: 'https://example.com/c' },
      ],
    });
  });

  it.each<[Json, string]>([
    [{ name: 'a.txt', data: 'YWJj' }, 'files must be a list of files'],
    [[{ foo: 1 }], 'files.0 must be a file: {name, type, data}'],
    [[{ name: 'a.txt' }], 'files.0 must be a file: {name, type, data}'],
    [[{ name: 'a.txt', data: 'YQ==' }, 5], 'files.1 must be a file: {name, type, data}'],
    [[{ type: 'url' }], 'files.0 must be a file: {name, type, data}'],
    [[{ name: 'a.txt', data: '@@' }], 'files.0.data must be Base64, or a data URL with Base64'],
    [[{ name: 'a.txt', data: 'YWJjZ' }], 'files.0.data must be Base64, or a data URL with Base64'],
    [[{ name: 'a.txt', data: 'data:text/plain,abc' }], 'files.0.data must be Base64, or a data URL with Base64'],
    [[{ type: 'file', data: 'data:text/plain;base64,@@' }], 'files.0.data must be Base64, or a data URL with Base64'],
  ])('have a problem with files that are %j', (files, message) => {
    expect(fileProblems(fields, { files }).map((problem) => problem.message)).toEqual([message]);
  });

  it.each<Json>([
    null,
    [],
    ['stored'],
    [{ key: 'stored' }, { id: 'stored' }],
    [{ type: 'url', url: 'https://example.com/c' }],
    [{ type: 'url', data: 'https://example.com/c' }],
    [{ name: 'empty', data: '' }],
    [{ name: 'a', data: 'YQ' }],
    [{ name: 'b', data: 'data:image/png;charset=x;base64,YQ==' }],
  ])('have no problem with files that are %j', (files) => {
    expect(fileProblems(fields, { files, note: 'no file' })).toEqual([]);
  });
});
