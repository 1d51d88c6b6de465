import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import type { GatePlace } from '#edge/request/gate-place.js';
import { pipeToCaller } from './pipe-to-caller.js';

let close: () => void = () => undefined;
afterEach(() => close());

interface Options {
  readonly method?: string;
  readonly place?: Pick<GatePlace, 'endWork'>;
  readonly ended?: AbortSignal;
  readonly patienceMs?: number;
}

/** The outcome of an answer of which the caller reads the head and perhaps the rest. */
async function outcomeOf(parts: AsyncIterable<string>, take: (answer: IncomingMessage) => void, options: Options = {}): Promise<unknown> {
  const { method = 'GET', place, ...rest } = options;
  const server = createServer().listen(0, '127.0.0.1');
  close = () => void server.close();
  await once(server, 'listening');
  const done = new Promise((resolve) => {
    server.on('request', (_request, response: ServerResponse) => {
      Object.assign(response.req, { place });
      pipeToCaller(parts, response as Response, rest).then(() => resolve('done'), resolve);
    });
  });
  request({ port: (server.address() as AddressInfo).port, agent: false, method }, take)
    .on('error', () => undefined)
    .end();
  return done;
}

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    yield 'x'.repeat(100_000);
  }
}

async function* broken(): AsyncGenerator<string> {
  yield 'x';
  throw new Error('The source broke');
}

describe('parts for a caller', () => {
  it('end without a failure when the caller disconnects', async () => {
    expect(await outcomeOf(endless(), (answer) => answer.destroy())).toBe('done');
  });

  it('end when the caller does not take them, and their place is free meanwhile', async () => {
    const { promise: isFree, resolve: endWork } = Promise.withResolvers<void>();
    const outcome = outcomeOf(endless(), (answer) => void answer.on('error', () => undefined).pause(), {
      patienceMs: 50,
      place: { endWork },
    });
    await isFree;
    expect(await outcome).toBe('done');
  });

  it('end when their caller has lost access', async () => {
    const ended = new AbortController();
    const outcome = outcomeOf(endless(), (answer) => answer.on('error', () => undefined).once('data', () => ended.abort()), {
      ended: ended.signal,
    });
    expect(await outcome).toBe('done');
  });

  it('are not produced for a HEAD request', async () => {
    expect(await outcomeOf(broken(), (answer) => void answer.resume(), { method: 'HEAD' })).toBe('done');
  });

  it('fail with the error of their source', async () => {
    expect(await outcomeOf(broken(), (answer) => void answer.resume().on('error', () => undefined))).toEqual(new Error('The source broke'));
  });
});
