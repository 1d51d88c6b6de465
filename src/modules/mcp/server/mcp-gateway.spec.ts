import { describe, expect, it } from '@jest/globals';
import { createLogger } from '#host/logging/logger.js';
import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import { LeaseLost, StreamConflict } from '#ledger/events/event-store.js';
import type { McpExchange } from './mcp-exchange.js';
import { McpGateway } from './mcp-gateway.js';

const never = new AbortController().signal;
const tool = { name: 'fee', workflowName: 'Fee', description: 'Counts' };
const exchange = { served: { server: { name: 'Server', description: null, isPublic: true }, tools: [tool] }, requestId: 'r' };

/** What a client receives, and what is logged, when a call meets an error. */
async function met(error: Error, method = 'tools/call') {
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) });
  const fails = { call: () => Promise.reject(error), of: () => (method === 'tools/list' ? Promise.reject(error) : Promise.resolve({})) };
  const bus = { subscribe: () => () => undefined, publish: () => undefined };
  const gateway = new McpGateway(fails as never, fails as never, { bus } as never, logger);
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
  };
  const body = { jsonrpc: '2.0', id: 1, method, params: { name: 'fee', arguments: {} } };
  const request = new Request('https://sluice.example/api/mcp/serve/x', { method: 'POST', headers, signal: never });
  const response = await gateway.answer(request, body, exchange as unknown as McpExchange);
  const [, data = ''] = /^(?:data: )?(\{.+\})$/m.exec(await response.text()) ?? [];
  await gateway.onModuleDestroy();
  return { logged, error: (JSON.parse(data) as { error: { code: number; message: string; data: object } }).error };
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
