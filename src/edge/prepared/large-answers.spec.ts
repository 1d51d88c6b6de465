import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { writeLargeAnswersInPieces } from './large-answers.js';

const itemsOf = (length: number): object => ({ items: Array.from({ length }, (_, index) => [index, 'ä']), none: undefined });
const large = itemsOf(200_000);

describe('a large answer', () => {
  it.each([large, { small: true, none: undefined }])('is the text that is written at once', async (body) => {
    const app = express();
    writeLargeAnswersInPieces(app);
    app.get('/', (_request, response) => void response.status(201).json(body));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8']);
    expect((await answer.text()) === JSON.stringify(body)).toBe(true);
    server.close();
  });

  it('leaves other work its turn', async () => {
    const app = express();
    writeLargeAnswersInPieces(app);
    // So much that it takes many turns on any machine.
    const huge = itemsOf(1_000_000);
    let rounds = 0;
    app.get('/', (_request, response) => {
      const count = (): void => {
        rounds += 1;
        if (!response.headersSent) setImmediate(count);
      };
      setImmediate(count);
      response.json(huge);
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).text();
    expect(rounds).toBeGreaterThan(3);
    server.close();
  });
});
