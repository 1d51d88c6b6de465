import { describe, expect, it } from '@jest/globals';
import { runInputOf } from './tool-arguments.js';

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
});
