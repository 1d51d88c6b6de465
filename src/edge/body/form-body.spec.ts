import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { DomainError } from '#kernel/errors.js';
import { isForm, readForm, TakesForm, type Form } from './form-body.js';

class Page {
  @TakesForm()
  answer(): void {
    // A route is known by its method.
  }

  other(): void {
    // Takes no form.
  }
}

const server = createServer((request, response) => {
  readForm(request as Request, (error?: unknown) => {
    const form = (request as Request).body as Form | undefined;
    const refusal = error instanceof DomainError ? { code: error.code, path: error.details?.[0]?.path } : String(error);
    response.end(JSON.stringify(error === undefined ? [...(form ?? [])] : refusal));
  });
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

async function send(body: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
  return answer.json();
}

describe('a form', () => {
  it('is read by the names of its fields', async () => {
    expect(await send('name=%C3%98st+%26+Vest&empty=&bare&a%5B0%5D=%3C')).toEqual([
      ['name', 'Øst & Vest'],
      ['empty', ''],
      ['bare', ''],
      ['a[0]', '<'],
    ]);
  });

  it('may be empty', async () => {
    expect(await send('')).toEqual([]);
  });

  it('has the last value of a repeated name, and reaches no prototype', async () => {
    expect(await send('a=1&__proto__=x&a=2')).toEqual([
      ['a', '2'],
      ['__proto__', 'x'],
    ]);
  });

  it('is refused when it is large, compressed, or holds what cannot be stored', async () => {
    expect(await send(`a=${'x'.repeat(1024 * 1024)}`)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(await send('a=1', { 'content-encoding': 'gzip' })).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
    expect(await send('a=1&b=x%00y')).toEqual({ code: 'VALIDATION_FAILED', path: ['b'] });
  });

  it.each([
    ['application/x-www-form-urlencoded', 'answer', true],
    ['application/x-www-form-urlencoded; charset=UTF-8', 'answer', true],
    ['application/x-www-form-urlencoded', 'other', false],
    ['application/json', 'answer', false],
    ['application/x-www-form-urlencoded-too', 'answer', false],
  ] as const)('is what comes as %s to the route %s: %s', (type, route, expected) => {
    expect(isForm({ headers: { 'content-type': type } } as Request, Page.prototype[route])).toBe(expected);
  });
});
