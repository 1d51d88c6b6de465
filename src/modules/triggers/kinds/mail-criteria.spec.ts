import { describe, expect, it } from '@jest/globals';
import { readCriteria } from './mail-criteria.js';

describe('the criteria of a search for mail', () => {
  it.each<[unknown, unknown]>([
    [{ unseen: true }, { seen: false }],
    [{ unseen: false }, { seen: true }],
    [{}, {}],
    [
      { from: 'shop@example.com', subject: 'Order', larger: 10, since: '2026-01-31', header: { 'X-Kind': true, 'List-Id': 'a' } },
      { from: 'shop@example.com', subject: 'Order', larger: 10, since: '2026-01-31', header: { 'X-Kind': true, 'List-Id': 'a' } },
    ],
    [{ or: [{ from: 'a' }, { not: { unflagged: true } }] }, { or: [{ from: 'a' }, { not: { flagged: false } }] }],
  ])('%j are read as %j', (written, read) => {
    expect(readCriteria(written)).toEqual(read);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', undefined, /JSON object/],
    ['a list', [{ unseen: true }], /JSON object/],
    ['an unknown name', { uid: '1:*' }, /"uid" in searchCriteria/],
    ['a prototype key', JSON.parse('{"__proto__": {"seen": true}}'), /no criterion/],
    ['a flag that is text', { unseen: 'yes' }, /true or false/],
    ['an end of line', { subject: 'a\r\nA1 DELETE INBOX' }, /text of up to 500/],
    ['a text that is too long', { body: 'a'.repeat(501) }, /text of up to 500/],
    ['no date', { since: 'soon' }, /a date/],
    ['a negative size', { larger: -1 }, /number of bytes/],
    ['a header with a colon', { header: { 'a:b': true } }, /header names/],
    ['one alternative', { or: [{ seen: true }] }, /two objects/],
    ['an empty operand', { not: {} }, /needs a criterion in not/],
    ['five levels', { not: { not: { not: { not: { seen: true } } } } }, /up to 4 levels/],
    ['51 terms', { or: Array.from({ length: 51 }, () => ({ seen: true })) }, /at most 50 terms/],
  ])('with %s are refused', (_what, written, problem) => {
    expect(readCriteria(written)).toMatch(problem);
  });
});
