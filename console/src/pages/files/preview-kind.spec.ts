import { describe, expect, it } from '@jest/globals';
import { mostBytes, previewKind } from './preview-kind.js';

describe('the preview of a file', () => {
  it.each([
    ['photo.png', 'image/png', 'image'],
    ['photo.jpg', 'Image/JPEG; q=1', 'image'],
    ['notes.txt', 'text/plain; charset=utf-8', 'text'],
    ['data.bin', 'application/vnd.api+json', 'text'],
    ['table.csv', 'application/octet-stream', 'text'],
    ['report.pdf', 'application/pdf', 'other'],
  ])('of %s, %s, is %s', (name, type, kind) => {
    expect(previewKind({ name, type, size: 10 })).toBe(kind);
  });

  it.each([
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['code.js', 'application/javascript'],
  ])('shows what could run as text: %s', (name, type) => {
    expect(previewKind({ name, type, size: 10 })).toBe('text');
  });

  it('leaves out empty files, and pictures that are too large', () => {
    expect(previewKind({ name: 'a.png', type: 'image/png', size: 0 })).toBe('empty');
    expect(previewKind({ name: 'a.png', type: 'image/png', size: mostBytes.image + 1 })).toBe('large');
  });
});
