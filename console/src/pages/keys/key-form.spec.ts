import { expect, it } from '@jest/globals';
import { scopesText, wantedKey } from './key-form.js';

const form = { name: ' Shop ', scopes: [], until: '', addresses: '' } as const;

it('a form without limits asks for a key that may everything, from everywhere, for ever', () => {
  expect(wantedKey(form)).toEqual({ name: 'Shop', expiresAt: null });
});

it('addresses may stand beside and below each other', () => {
  expect(wantedKey({ ...form, addresses: '192.0.2.0/24, 10.0.0.1\n::1' }).allowedIps).toEqual(['192.0.2.0/24', '10.0.0.1', '::1']);
});

it('a key counts until its last day has ended here', () => {
  const { expiresAt } = wantedKey({ ...form, until: '2031-03-04' });
  expect(new Date(expiresAt ?? '').getTime()).toBe(new Date(2031, 2, 4, 23, 59, 59, 999).getTime());
});

it('a key without scopes may everything', () => {
  expect(scopesText([])).toBe('everything');
  expect(scopesText(['execute', 'logs'])).toBe('execute, logs');
});
