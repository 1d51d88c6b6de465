import { describe, expect, it } from '@jest/globals';
import { nameHint, nearestName } from './nearest-name.js';

const known = ['scopes', 'expiresAt', 'workflowIds', 'limit', 'id'];

describe('the nearest known name', () => {
  it.each([
    ['with a missing letter', 'scope', 'scopes'],
    ['with swapped letters', 'limti', 'limit'],
    ['with two typos', 'expireAtt', 'expiresAt'],
    ['in other letters', 'EXPIRESAT', 'expiresAt'],
    ['with other separators', 'workflow_ids', 'workflowIds'],
    ['with the same beginning', 'workflow', 'workflowIds'],
    ['with a longer ending', 'limitation', 'limit'],
  ])('is found for a name %s', (_, name, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });

  it.each([['colour'], [''], ['i_'], ['x'.repeat(10_000)], ['toString'], ['__proto__']])('does not exist for %.12s', (name) => {
    expect(nearestName(name, ['scopes', 'expiresAt'])).toBeUndefined();
  });

  it('does not exist without known names', () => {
    expect(nearestName('name', [])).toBeUndefined();
  });
});

describe('the hint for an unknown name', () => {
  it('names the nearest known name', () => {
    expect(nameHint('scope', known)).toBe('Did you mean scopes?');
  });

  it('lists the known names if none is near, 20 at most', () => {
    expect(nameHint('colour', ['scopes', 'limit'])).toBe('Known names: scopes, limit');
    const many = Array.from({ length: 30 }, (_, at) => `name${at}`);
    expect(nameHint('colour', many)).toMatch(/^Known names: name0, .*, name19, …$/);
  });

  it('is empty without known names', () => {
    expect(nameHint('colour', [])).toBe('');
  });
});
