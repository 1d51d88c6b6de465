import { type ClientRequest, type IncomingHttpHeaders, createServer, request as connectTo } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { DomainError } from '#kernel/errors.js';
import { jsonBody } from './json-body.js';

const limitBytes = 10 * 1024 * 1024;
const parser = jsonBody({ repeatedKeys: true });
const outcomes: unknown[] = [];
let waiting: (() => void) | undefined;

const server = createServer((request, response) => {
  void parser(request as Request, response as Response, (error?: unknown) => {
    const { body } = request as Request;
    outcomes.push(error ?? { body });
    waiting?.();
    const answer = error instanceof DomainError ? { kind: error.kind, code: error.code, details: error.details } : { body };
    response.end(JSON.stringify(answer));
  });
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);

function open(headers: IncomingHttpHeaders, method = 'POST'): { request: ClientRequest; answer: Promise<unknown> } {
  const { port } = server.address() as AddressInfo;
  const request = connectTo({ host: '127.0.0.1', port, method, headers, agent: false });
  const answer = new Promise<unknown>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
  });
  return { request, answer };
}

function send(
  body: string | Buffer,
  headers: IncomingHttpHeaders = { 'content-type': 'application/json' },
  method = 'POST',
): Promise<unknown> {
  const { request, answer } = open({ 'content-length': String(Buffer.byteLength(body)), ...headers }, method);
  request.end(body);
  return answer;
}

describe('JSON bodies', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('are read on %s', async (method) => {
    expect(await send('{"a":1}', undefined, method)).toEqual({ body: { a: 1 } });
  });

  it('are put together from many pieces, a character cut in two included', async () => {
    const { request, answer } = open({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    for (const byte of Buffer.from('{"a":"ä€😀"}')) {
      await new Promise<void>((resolve) => void request.write(Buffer.from([byte]), () => resolve()));
    }
    request.end();
    expect(await answer).toEqual({ body: { a: 'ä€😀' } });
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON ; charset=utf8',
    'application/vnd.api+json',
    'application/json; profile=x; Charset=utf-8',
  ])('are accepted as %s', async (type) => {
    expect(await send('{"a":1}', { 'content-type': type })).toEqual({ body: { a: 1 } });
  });

  it.each([
    ['another type', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a type that begins like JSON', { 'content-type': 'application/jsonp' }],
    ['JSON named in a parameter only', { 'content-type': 'text/html; x=application/json' }],
    ['no type', {}],
    ['UTF-16 (AC-56)', { 'content-type': 'application/json; charset=utf-16' }],
    ['Latin-1 (AC-56)', { 'content-type': 'application/json;charset=iso-8859-1' }],
    ['compression (AC-58)', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
    ['compression twice', { 'content-type': 'application/json', 'content-encoding': 'gzip, br' }],
  ])('are refused with 415 for %s', async (_, headers) => {
    expect(await send(gzipSync('{"a":1}'), headers)).toMatchObject({ kind: 'unsupported-media', code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it.each([
    ['no type and no length', {}],
    ['a type and length 0', { 'content-type': 'application/json', 'content-length': '0' }],
    ['a form and length 0', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }],
    ['an empty chunked body', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }],
    ['an empty chunked body of no type', { 'transfer-encoding': 'chunked' }],
  ])('are an empty object when empty, with %s', async (_, headers) => {
    const { request, answer } = open(headers);
    request.end();
    expect(await answer).toEqual({ body: {} });
  });

  it('are refused with 415 for another type at the first byte, when they state no length', async () => {
    const { request, answer } = open({ 'content-type': 'text/plain', 'transfer-encoding': 'chunked' });
    request.write('x');
    expect(await answer).toMatchObject({ kind: 'unsupported-media' });
    request.destroy();
  });

  it('are left alone on GET', async () => {
    expect(await send('{"a":1}', { 'content-type': 'text/plain' }, 'GET')).toEqual({});
  });

  it('leave multipart to the parser of the route', async () => {
    expect(await send('--x--', { 'content-type': 'Multipart/form-data; boundary=x' })).toEqual({});
  });

  it('are refused with 400 and details when broken', async () => {
    expect(await send('{"a":')).toEqual({
      kind: 'invalid',
      code: 'INVALID_JSON',
      details: [{ path: [], message: 'The request body must be valid JSON', code: 'invalid_json' }],
    });
  });

  it('may be 10 MiB and no larger', async () => {
    const text = 'x'.repeat(limitBytes - 8);
    const exact = JSON.stringify({ a: text });
    expect(exact).toHaveLength(limitBytes);
    expect(await send(exact)).toEqual({ body: { a: text } });
    expect(await send(`${exact} `)).toMatchObject({ kind: 'too-large', code: 'PAYLOAD_TOO_LARGE' });
  });

  it('may be huge without a stated length', async () => {
    const text = JSON.stringify({ a: 'xyz'.repeat(1024 * 1024), b: [1, 2] });
    const { request, answer } = open({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    for (let from = 0; from < text.length; from += 700_001) request.write(text.slice(from, from + 700_001));
    request.end();
    expect(await answer).toEqual({ body: JSON.parse(text) as unknown });
  });

  it('are all read when several are huge', async () => {
    const huge = JSON.stringify({ a: 'x'.repeat(9 * 1024 * 1024) });
    const answers = await Promise.all([send(huge), send(huge), send(huge)]);
    for (const answer of answers) expect(answer).toEqual({ body: JSON.parse(huge) as unknown });
  });

  it('are refused when too large without a stated length', async () => {
    const { request, answer } = open({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    for (let sent = 0; sent <= limitBytes; sent += 1024 * 1024) request.write(Buffer.alloc(1024 * 1024, 'x'));
    request.end();
    expect(await answer).toMatchObject({ kind: 'too-large' });
  });

  it('are refused by their stated length before they are read', async () => {
    const { request, answer } = open({ 'content-type': 'application/json', 'content-length': String(limitBytes + 1) });
    request.write('{');
    expect(await answer).toMatchObject({ kind: 'too-large' });
    request.destroy();
  });

  it('settle once, with a refusal, when the caller disconnects', async () => {
    outcomes.length = 0;
    const { request, answer } = open({ 'content-type': 'application/json', 'content-length': '100' });
    const settled = new Promise<void>((resolve) => {
      waiting = resolve;
    });
    server.once('request', () => request.destroy());
    request.write('{"a":');
    await expect(answer).rejects.toThrow('socket hang up');
    await settled;
    expect(outcomes).toEqual([expect.objectContaining({ code: 'INVALID_JSON', message: 'The request body ended early' })]);
  });

  it('are refused at once when the caller disconnects before they are read', async () => {
    const gone = new Readable({ read: () => undefined }).destroy();
    await once(gone, 'close');
    const request = Object.assign(gone, { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': '2' } });
    const outcome = await new Promise((resolve) => void parser(request as unknown as Request, {} as Response, resolve));
    expect(outcome).toMatchObject({ code: 'INVALID_JSON', message: 'The request body ended early' });
  });

  it('do not fail when the caller disconnects after a refusal', async () => {
    const { request, answer } = open({ 'content-type': 'text/plain', 'content-length': '100' });
    request.write('x');
    expect(await answer).toMatchObject({ kind: 'unsupported-media' });
    request.on('error', () => undefined).destroy();
    expect(await send('{}')).toEqual({ body: {} });
  });
});
