import { describe, expect, it } from '@jest/globals';
import { claimedType, harmlessType } from './media-type.js';

describe('the type of a file', () => {
  it.each([
    ['text/csv', 'text/csv'],
    [' text/plain; charset=utf-8 ', 'text/plain; charset=utf-8'],
    ['', 'application/octet-stream'],
    ['nonsense', 'application/octet-stream'],
    ['text/plain\r\nX-Other: 1', 'application/octet-stream'],
    [`a/${'b'.repeat(200)}`, 'application/octet-stream'],
  ])('is kept if it is valid: %j', (sent, kept) => {
    expect(claimedType(sent)).toBe(kept);
  });

  it.each([
    'text/html',
    'TEXT/HTML;x',
    'image/svg+xml',
    'application/atom+xml',
    'application/xml',
    'text/javascript',
    'application/pdf',
    'multipart/x-mixed-replace',
  ])('is replaced in downloads if a browser would run it: %s', (type) => {
    expect(harmlessType(type)).toBe('application/octet-stream');
  });

  it.each(['image/png', 'text/csv', 'application/zip', 'text/plain'])('is kept in downloads if it is harmless: %s', (type) => {
    expect(harmlessType(type)).toBe(type);
  });
});
