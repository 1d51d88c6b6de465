import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import { SystemTimers } from '#host/system-timers.js';
import { createLogger } from '#host/logging/logger.js';
import type { AgentRequest } from '#engine/agents/agent-request.js';
import {
  AgentEntered,
  BlockCompleted,
  EffectIntended,
  ExecutionCompleted,
  executionStream,
  ModelAnswered,
  type ExecutionEvent,
} from '#engine/execution.events.js';
import { Clock } from '#kernel/clock.js';
import { isJsonObject } from '#kernel/json.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { Pool } from 'pg';
import { TextPieces } from '#modules/runs/store/texts/text-pieces.js';
import { TextUpkeep } from '#modules/runs/store/texts/text-upkeep.js';
import { StreamTails } from '#modules/runs/watch/stream-tails.js';
import { FollowRun } from '#modules/runs/watch/follow-run.js';
import type { StreamFrame } from '#modules/runs/watch/stream-frames.js';
import { aModelCall } from '../../support/engine/agent-facts.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let one: TestApp;
let other: TestApp;
const ids = new SystemIds();
const at = '2031-01-01T00:00:00.000Z';

beforeAll(async () => {
  one = await startTestApp();
  other = await startTestApp({ beside: one });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** A run with one agent, whose events the test appends. */
class AgentRun {
  readonly executionId = ids.next();
  #position = 0;

  async add(...events: readonly ExecutionEvent[]): Promise<number> {
    const { workspaceId } = one.first;
    const stream = executionStream.at(this.executionId, workspaceId);
    const streams = [appendTo(stream, { expected: this.#position, events, meta: {} })];
    await one.app.get(EventStore).append({ streams });
    this.#position += events.length;
    return this.#position;
  }

  /** @returns the position of the intent */
  ask(): Promise<number> {
    const request = { tools: [] } as unknown as AgentRequest;
    return this.add(
      AgentEntered({ node: 'a', blockId: 'a', request, input: null, startedAt: at }),
      EffectIntended({ node: 'a', blockId: 'a', effectKey: 'k', kind: 'model', target: 'p/m', call: { turn: 0, attempt: 0 }, at }),
    );
  }

  answer(text: string): Promise<number> {
    return this.add(
      ModelAnswered(aModelCall({ node: 'a', blockId: 'a', parts: [{ type: 'text', text }] })),
      BlockCompleted({ node: 'a', blockId: 'a', input: null, startedAt: at, endedAt: at, output: { content: text }, handle: 'source' }),
      ExecutionCompleted({ output: {}, endedAt: at, durationMs: 1 }),
    );
  }

  /** Follows the run in a process, until its end or until so many frames. */
  async follow(server: TestApp, frames: StreamFrame[], { after, most = Infinity }: { after?: string; most?: number } = {}): Promise<void> {
    const run = { executionId: this.executionId, workflowId: ids.next(), workspaceId: one.first.workspaceId, deploymentVersion: 1 };
    const selection = [{ blockId: 'a', path: 'content', keys: ['content'] }];
    const gone = new AbortController();
    for await (const message of server.app.get(FollowRun).follow(run, { selection, after, gone: gone.signal })) {
      if ('id' in message) frames.push(message);
      if (frames.length >= most) return;
    }
  }
}

const textOf = (frames: readonly StreamFrame[]): string =>
  frames.map(({ data }) => (isJsonObject(data) && 'chunk' in data ? (data['chunk'] as string) : '')).join('');

async function rowsOf({ executionId }: AgentRun): Promise<number> {
  return (await one.app.get(Pool).query('select from run_text where execution_id = $1', [executionId])).rowCount ?? 0;
}

class In extends Clock {
  constructor(private readonly minutes: number) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.minutes * 60_000);
  }
}

const upkeep = (inMinutes: number): TextUpkeep =>
  new TextUpkeep(one.app.get(Pool), one.app.get(EventStore), new SystemTimers(), new In(inMinutes), createLogger(one.config));

describe('streamed text', () => {
  it('arrives while the model writes, in each process, once and in order', async () => {
    const run = new AgentRun();
    const intent = await run.ask();
    const [here, there]: [StreamFrame[], StreamFrame[]] = [[], []];
    const readers = [run.follow(one, here), run.follow(other, there)];
    const pieces = one.app.get(TextPieces);
    const words = Array.from({ length: 300 }, (_, word) => `wörd${word} 🙂 `);
    for (const word of words) await pieces.append(run.executionId, intent, 0, word);
    await eventually(() => expect([textOf(here), textOf(there)]).toEqual([words.join(''), words.join('')]));
    expect(await rowsOf(run)).toBeLessThan(words.length / 10);
    pieces.end(run.executionId, intent, 0);
    await run.answer(`${words.join('')}End`);
    await Promise.all(readers);
    for (const frames of [here, there]) {
      expect(textOf(frames)).toBe(`${words.join('')}End`);
      expect(new Set(frames.map(({ id }) => id)).size).toBe(frames.length);
    }
  });

  it('wakes a reader of this process for an event that was appended between its read and its wait', async () => {
    const run = new AgentRun();
    const tails = one.app.get(StreamTails);
    const gone = new AbortController();
    const stop = tails.follow(run.executionId);
    const position = await run.ask();
    const woken = (after: number): Promise<string> =>
      Promise.race([tails.grown(run.executionId, after, gone.signal), setImmediate('nothing')]);
    expect(await woken(0)).toBe('event');
    expect(await woken(position)).toBe('nothing');
    gone.abort();
    stop();
  });

  it('continues where a reader was, in another process and from the outcome alone', async () => {
    const run = new AgentRun();
    const intent = await run.ask();
    const pieces = one.app.get(TextPieces);
    const first: StreamFrame[] = [];
    const reader = run.follow(one, first, { most: 1 });
    await pieces.append(run.executionId, intent, 0, 'Once upon');
    await reader;
    pieces.end(run.executionId, intent, 0);
    const after = first.at(-1)?.id ?? '';
    expect(after).toBe(`${intent}-0-9`);
    const second: StreamFrame[] = [];
    const waiting = run.follow(other, second, { after });
    await run.answer('Once upon a time');
    await upkeep(11).tidy();
    expect(await rowsOf(run)).toBe(0);
    await waiting;
    const third: StreamFrame[] = [];
    await run.follow(other, third, { after });
    expect([textOf(second), textOf(third)]).toEqual([' a time', ' a time']);
    expect(third).toEqual(second);
  });

  it('keeps halves of a character and characters that databases refuse', async () => {
    const run = new AgentRun();
    const intent = await run.ask();
    const pieces = one.app.get(TextPieces);
    for (const part of ['a\u0000\ud83d', '\ude42', '\udc00b']) await pieces.append(run.executionId, intent, 0, part);
    await eventually(async () => expect(await other.app.get(TextPieces).read(run.executionId, intent, 0, 0)).toBe('a\u0000🙂\udc00b'));
    expect(await other.app.get(TextPieces).read(run.executionId, intent, 0, 2)).toBe('🙂\udc00b');
    expect(await pieces.read(run.executionId, intent, 0, 2)).toBe('🙂\udc00b');
    expect(await pieces.read(run.executionId, intent, 0, 6)).toBe('');
    pieces.end(run.executionId, intent, 0);
  });

  it('that becomes durable while a reader takes a frame is its next frame', async () => {
    const run = new AgentRun();
    const intent = await run.ask();
    const pieces = one.app.get(TextPieces);
    const { executionId } = run;
    const found = { executionId, workflowId: ids.next(), workspaceId: one.first.workspaceId, deploymentVersion: 1 };
    const selection = [{ blockId: 'a', path: 'content', keys: ['content'] }];
    const aDayMs = 24 * 60 * 60_000;
    const watch = { selection, after: undefined, gone: new AbortController().signal, heartbeatMs: aDayMs };
    const reader = one.app.get(FollowRun).follow(found, watch);
    const next = async (): Promise<unknown> => {
      const { value } = await reader.next();
      return value !== undefined && 'comment' in value ? next() : value;
    };
    await pieces.append(executionId, intent, 0, 'Hello');
    expect(await next()).toMatchObject({ data: { chunk: 'Hello' } });
    await pieces.append(executionId, intent, 0, ' again');
    await eventually(async () => expect(await pieces.read(executionId, intent, 0, 0)).toBe('Hello again'));
    expect(await next()).toMatchObject({ data: { chunk: ' again' } });
    pieces.end(executionId, intent, 0);
    await reader.return();
  });

  it('of many calls is written together', async () => {
    const [pieces, lane] = [one.app.get(TextPieces), one.app.get(AppendLane)];
    const runs = Array.from({ length: 50 }, () => new AgentRun());
    const statementsFor = async (text: string, rows: number): Promise<number> => {
      const before = lane.batches;
      for (const { executionId } of runs) await pieces.append(executionId, 2, 0, text);
      await eventually(async () => expect(await Promise.all(runs.map(rowsOf))).toEqual(runs.map(() => rows)));
      return lane.batches - before;
    };
    expect(await statementsFor('Hello', 1)).toBeLessThan(runs.length / 5);
    expect(await statementsFor(' again', 2)).toBeLessThan(runs.length / 5);
    for (const { executionId } of runs) pieces.end(executionId, 2, 0);
  });

  it('that cannot be stored keeps no other call from being read', async () => {
    const [refused, stored] = [new AgentRun(), new AgentRun()];
    // Another process has written the same piece.
    await other.app.get(TextPieces).append(refused.executionId, 2, 0, 'Hello');
    await eventually(async () => expect(await rowsOf(refused)).toBe(1));
    const pieces = one.app.get(TextPieces);
    const all = [stored, refused].map(({ executionId }) => executionId);
    // The first append is under way when the others arrive, which are then written by one append.
    await pieces.append(new AgentRun().executionId, 2, 0, 'First');
    for (const executionId of all) await pieces.append(executionId, 2, 0, 'Hello');
    await eventually(async () => expect(await pieces.read(stored.executionId, 2, 0, 0)).toBe('Hello'));
    await pieces.append(stored.executionId, 2, 0, ' again');
    await pieces.append(refused.executionId, 2, 0, ' again');
    await eventually(async () => expect(await pieces.read(stored.executionId, 2, 0, 0)).toBe('Hello again'));
    expect(await rowsOf(refused)).toBe(1);
    for (const executionId of all) pieces.end(executionId, 2, 0);
  });

  it('is deleted within ten minutes of the outcome, and never while the call is in progress', async () => {
    const [ended, open] = [new AgentRun(), new AgentRun()];
    const pieces = one.app.get(TextPieces);
    for (const run of [ended, open]) {
      const intent = await run.ask();
      await pieces.append(run.executionId, intent, 0, 'Hello');
      await eventually(async () => expect(await rowsOf(run)).toBe(1));
      pieces.end(run.executionId, intent, 0);
    }
    await ended.answer('Hello');
    await upkeep(7).tidy();
    expect([await rowsOf(ended), await rowsOf(open)]).toEqual([1, 1]);
    await upkeep(9).tidy();
    expect([await rowsOf(ended), await rowsOf(open)]).toEqual([0, 1]);
    await upkeep(25 * 60).tidy();
    expect(await rowsOf(open)).toBe(0);
  });

  it('of any number of calls is deleted in one round, whatever calls are in progress', async () => {
    const open = new AgentRun();
    const intent = await open.ask();
    const pieces = one.app.get(TextPieces);
    await pieces.append(open.executionId, intent, 0, 'Hello');
    await eventually(async () => expect(await rowsOf(open)).toBe(1));
    pieces.end(open.executionId, intent, 0);
    // Calls of runs that are deleted.
    await one.database.pool.query(
      `insert into run_text (execution_id, position, attempt, kind, start, text, at)
       select gen_random_uuid(), call.number, 0, 'text', piece.number, 'x', now() from generate_series(1, 450) as call(number)
       cross join generate_series(0, 9) as piece(number)`,
    );
    await upkeep(9).tidy();
    const { rows } = await one.database.pool.query('select execution_id as "executionId" from run_text');
    expect(rows).toEqual([{ executionId: open.executionId }]);
  });
});
