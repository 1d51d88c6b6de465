import { describe, expect, it } from '@jest/globals';
import { formatOf, mimeTypeOf } from './document-formats.js';

describe('the format of a document', () => {
  it.each([
    ['a.pdf', 'application/pdf', 'pdf'],
    ['Report.final.DOCX', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['notes.md', 'text/markdown', 'text'],
    ['x.htm', 'text/html', 'html'],
    ['x.yml', 'application/yaml', 'yaml'],
  ])('of %s is determined by its extension', (filename, mimeType, format) => {
    expect(mimeTypeOf(filename)).toBe(mimeType);
    expect(formatOf(filename)).toBe(format);
  });

  it.each([
    ['virus.exe', 'exe'],
    ['README', 'none'],
    ['pdf', 'none'],
  ])('of %s is rejected', (filename, extension) => {
    expect(() => mimeTypeOf(filename)).toThrow(
      `Unsupported file type: ${extension}. Supported types are: pdf, csv, doc, docx, txt, md, xlsx, xls, ppt, pptx, html, htm, json, jsonl, yaml, yml`,
    );
  });

  it.each([
    ['old.doc', '.docx'],
    ['old.xls', '.xlsx'],
    ['talk.pptx', '.pdf'],
  ])('of %s is accepted, and the problem names a readable format', (filename, instead) => {
    expect(formatOf(filename)).toEqual({ problem: expect.stringContaining(`save the document as ${instead}`) });
  });
});
