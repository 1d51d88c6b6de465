import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '#host/logging/logger.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemTimers } from '#host/system-timers.js';
import type { Append, EventStore } from '#ledger/events/event-store.js';
import { CallText } from './call-text.js';
import { TextWriter, type Writing } from './text-writer.js';

interface Pending {
  readonly texts: readonly string[];
  readonly done: () => void;
  readonly fail: (error: Error) => void;
}

/** A store whose appends end when the test wants. */
class SlowStore {
  readonly appends: Pending[] = [];

  append({ writes = [] }: Append): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const texts = writes.map((write) => JSON.parse(String(write.row['text'])) as string);
    this.appends.push({ texts, done: resolve, fail: reject });
    return promise;
  }

  get texts(): readonly (readonly string[])[] {
    return this.appends.map(({ texts }) => texts);
  }
}

const logger = createLogger({ logLevel: 'fatal' });

function writing(executionId: string): Writing {
  return { executionId, position: 1, attempt: 0, text: new CallText(), state: 'idle', dueAtMs: -Infinity, room: undefined };
}

class Setting {
  readonly store = new SlowStore();
  readonly written: string[] = [];
  readonly writer = new TextWriter(this.store as unknown as EventStore, new SystemTimers(), new SystemClock(), logger, (id) =>
    this.written.push(id),
  );

  arrive(call: Writing, text: string): void {
    call.text.add('text', text);
    if (call.state === 'idle') this.writer.add(call);
  }

  async end(append: number, how: 'done' | 'fail' = 'done'): Promise<void> {
    const pending = this.store.appends[append];
    if (how === 'done') pending?.done();
    else pending?.fail(new Error('refused'));
    await setImmediate();
  }
}

describe('the text of calls', () => {
  it('is appended at once where a call begins, also beside an append that has not ended', async () => {
    const setting = new Setting();
    const [one, other, third] = [writing('one'), writing('other'), writing('third')];
    setting.arrive(one, 'a');
    setting.arrive(other, 'b');
    setting.arrive(third, 'c');
    expect(setting.store.texts).toEqual([['a'], ['b'], ['c']]);
    await setting.end(1);
    expect(setting.written).toEqual(['other']);
    setting.writer.stop();
  });

  it('has no gap: its second piece waits for the first one', async () => {
    const setting = new Setting();
    const [one, other] = [writing('one'), writing('other')];
    setting.arrive(one, 'a');
    setting.arrive(other, 'b');
    setting.arrive(other, 'c');
    setting.arrive(other, 'd');
    await setting.end(0);
    expect(setting.store.texts).toEqual([['a'], ['b']]);
    await setting.end(1);
    while (setting.store.appends.length < 3) await setImmediate();
    expect(setting.store.texts.at(2)).toEqual(['cd']);
    expect(other.text.read('text', 0)).toBe('b');
    await setting.end(2);
    expect(other.text.read('text', 0)).toBe('bcd');
    setting.writer.stop();
  });

  it('has no gap either where no append was being written: nothing follows a first piece that is refused', async () => {
    const setting = new Setting();
    const one = writing('one');
    for (const text of ['a', 'b', 'c']) setting.arrive(one, text);
    expect(setting.store.texts).toEqual([['a']]);
    await setting.end(0, 'fail');
    setting.arrive(one, 'd');
    expect([one.state, setting.store.texts, one.text.read('text', 0)]).toEqual(['over', [['a']], '']);
    setting.writer.stop();
  });

  it('ends for one call if its first piece is refused, and nothing of it is written any more', async () => {
    const setting = new Setting();
    const [one, other] = [writing('one'), writing('other')];
    setting.arrive(one, 'a');
    setting.arrive(other, 'b');
    setting.arrive(other, 'c');
    await setting.end(1, 'fail');
    await setting.end(0);
    setting.arrive(one, 'd');
    while (setting.store.appends.length < 3) await setImmediate();
    expect(setting.store.texts.at(2)).toEqual(['d']);
    expect([other.state, setting.written]).toEqual(['over', ['one']]);
    setting.writer.stop();
  });
});
