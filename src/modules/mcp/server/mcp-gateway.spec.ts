import { describe, expect, it } from '@jest/globals';
import { createLogger, type Logger } from '#host/logging/logger.js';
import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import { LeaseLost, StreamConflict } from '#ledger/events/event-store.js';
import type { McpExchange } from './mcp-exchange.js';
import { McpGateway } from './mcp-gateway.js';

const never = new AbortController().signal;
const tool = { name: 'fee', workflowName: 'Fee', description: 'Counts' };
const exchange = { served: { server: { name: 'Server', description: null, isPublic: true }, tools: [tool] }, requestId: 'r' };

interface Message {
  readonly error?: { readonly code: number; readonly message: string; readonly data: object };
  readonly params?: { readonly progress: number };
}

/** The messages that a client receives. */
async function answersOf(parts: { readonly calls: object; readonly schemas: object; readonly logger: Logger }, message: object) {
  const bus = { subscribe: () => () => undefined, publish: () => undefined };
  const gateway = new McpGateway(parts.schemas as never, parts.calls as never, { bus } as never, parts.logger);
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
  };
  const request = new Request('https://sluice.example/api/mcp/serve/x', { method: 'POST', headers, signal: never });
  const response = await gateway.answer(request, { jsonrpc: '2.0', id: 1, ...message }, exchange as unknown as McpExchange);
  return [...(await response.text()).matchAll(/^(?:data: )?(\{.+\})$/gm)].map(([, data = '']) => JSON.parse(data) as Message);
}

/** What a client receives, and what is logged, when a call meets an error. */
async function met(error: Error, method = 'tools/call') {
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) });
  const calls = { call: () => Promise.reject(error) };
  const schemas = { of: () => (method === 'tools/list' ? Promise.reject(error) : Promise.resolve({})) };
  const [answer] = await answersOf({ calls, schemas, logger }, { method, params: { name: 'fee', arguments: {} } });
  if (answer?.error === undefined) throw new Error('The answer is no error');
  return { logged, error: answer.error };
}

describe('an error that a call of a tool meets', () => {
  it.each(['tools/call', 'tools/list'])('unexpectedly in %s is logged and hides its message from the client', async (method) => {
    const { error, logged } = await met(new TypeError('key sk-1 of 10.1.2.3 is wrong'), method);
    expect(error).toEqual({
      code: -32_603,
      message: 'Internal server error',
      data: { httpStatus: 500, retryable: false, code: 'INTERNAL' },
    });
    expect(logged).toMatchObject([{ level: 50, requestId: 'r', error: { message: 'key sk-1 of 10.1.2.3 is wrong' } }]);
  });

  it.each([
    ['a lost database', Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' }), 503, true],
    ['a lost lease', new LeaseLost(), 503, true],
    ['a fault of the infrastructure', new InfrastructureFault('The database cannot be reached'), 503, true],
    ['a change by another writer', new StreamConflict(), 409, false],
    ['a refusal', new DomainError('payment-required', 'BUDGET', 'No money'), 402, false],
  ])('has the status of %s', async (_, thrown, httpStatus, retryable) => {
    const { error } = await met(thrown);
    expect(error.data).toMatchObject({ httpStatus, retryable });
    expect(error.message).not.toContain('10.1.2.3');
  });

  it('after its run has begun is not for a retry', async () => {
    const begun = Object.assign(new DomainError('unavailable', 'CONTINUES_ELSEWHERE', 'It continues'), { executionId: 'e' });
    expect((await met(begun)).error.data).toMatchObject({ httpStatus: 503, retryable: false, executionId: 'e' });
  });
});

describe('the progress of a call of a tool', () => {
  it('is reported for each block at first, and for fewer of many', async () => {
    const calls = {
      call: (_: unknown, { onProgress }: { onProgress: (finished: number) => void }) => {
        for (let finished = 1; finished <= 25_000; finished += 1) onProgress(finished);
        return Promise.resolve({ content: [] });
      },
    };
    const parts = { calls, schemas: { of: () => Promise.resolve({}) }, logger: createLogger({ logLevel: 'fatal' }) };
    const params = { name: 'fee', arguments: {}, _meta: { progressToken: 1 } };
    const progress = (await answersOf(parts, { method: 'tools/call', params })).flatMap((message) => message.params?.progress ?? []);
    expect(progress.slice(0, 99)).toEqual(Array.from({ length: 99 }, (_, index) => index + 1));
    expect(progress.slice(99, 102)).toEqual([100, 110, 120]);
    expect(progress.slice(-2)).toEqual([24_000, 25_000]);
    expect(progress.length).toBeLessThan(300);
  });
});
