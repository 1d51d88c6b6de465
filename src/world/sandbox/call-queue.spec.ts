import { describe, expect, it } from '@jest/globals';
import { CallQueue } from './call-queue.js';
import { Programs } from './program.js';
import { SandboxCall } from './sandbox-call.js';

function aCall(tenant: string, code: string): SandboxCall {
  const request = { tenant, program: 'd:b', code, bindings: {}, timeoutMs: 1_000 };
  return new SandboxCall(request, new Programs().of(request, ''), '{}', {
    onSettled: () => undefined,
    parseLarge: () => Promise.resolve(null),
  });
}

function drained(queue: CallQueue): string[] {
  const order: string[] = [];
  for (const call of queue.heads()) {
    order.push(call.request.code);
    queue.remove(call);
  }
  return order;
}

describe('a call queue', () => {
  it('gives tenants turns, and serves each in order', () => {
    const queue = new CallQueue();
    for (const code of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(aCall(code.charAt(0), code));
    expect(queue.size).toBe(6);
    expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('serves calls first that come back from a process', () => {
    const queue = new CallQueue();
    queue.add(aCall('a', 'a1'));
    queue.giveBack(aCall('b', 'back'));
    expect(drained(queue)).toEqual(['back', 'a1']);
  });

  it('passes over a tenant whose call stays', () => {
    const queue = new CallQueue();
    for (const code of ['a1', 'a2', 'b1', 'b2']) queue.add(aCall(code.charAt(0), code));
    const seen: string[] = [];
    for (const call of queue.heads()) {
      seen.push(call.request.code);
      if (call.request.tenant === 'b') queue.remove(call);
    }
    expect(seen).toEqual(['a1', 'b1', 'b2']);
    expect(queue.size).toBe(2);
  });

  it('knows what the calls of a tenant, and of all, hold in memory', () => {
    const queue = new CallQueue();
    const calls = ['a', 'a', 'b'].map((tenant) => aCall(tenant, ''));
    for (const call of calls) queue.add(call);
    expect([queue.loadOf('a'), queue.loadOf('b'), queue.loadOf('c'), queue.chars]).toEqual([
      { calls: 2, chars: 4 },
      { calls: 1, chars: 2 },
      { calls: 0, chars: 0 },
      6,
    ]);
    for (const call of calls) queue.remove(call);
    expect([queue.loadOf('a'), queue.chars]).toEqual([{ calls: 0, chars: 0 }, 0]);
  });

  it('lets a call leave from anywhere, once', () => {
    const queue = new CallQueue();
    const calls = ['a1', 'a2', 'a3'].map((code) => aCall('a', code));
    for (const call of calls) queue.add(call);
    for (const call of [calls[1], calls[1]]) if (call !== undefined) queue.remove(call);
    expect(queue.size).toBe(2);
    expect(drained(queue)).toEqual(['a1', 'a3']);
  });
});
