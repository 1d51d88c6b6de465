import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../src/document/document.js';
import type { Json } from '../../../src/kernel/json.js';
import { blockLines } from './block-lines.js';

function linesOf(values: Readonly<Record<string, Json>>): readonly string[] {
  const subBlocks = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { id, type: 'short-input', value }]));
  return blockLines({ id: 'call', type: 'api', subBlocks } as unknown as Block).map(({ label, text }) => `${label}: ${text}`);
}

describe('the lines of a block', () => {
  it('leave out credentials, as a trace does, and show references to them', () => {
    expect(linesOf({ apiKey: 'sk-12345', token: '{{ORDERS_TOKEN}}', url: 'https://orders.example.org' })).toEqual([
      'api key: [REDACTED]',
      'token: {{ORDERS_TOKEN}}',
      'url: https://orders.example.org',
    ]);
  });

  it('name headers without their values, and leave out credentials inside of objects', () => {
    const headers = [{ id: 'h', cells: { Key: 'Authorization', Value: 'Bearer 12345' } }];
    expect(linesOf({ headers, auth: { user: 'ada', password: '12345' } })).toEqual([
      'headers: Authorization',
      'auth: {"user":"ada","password":"[REDACTED]"}',
    ]);
  });
});
