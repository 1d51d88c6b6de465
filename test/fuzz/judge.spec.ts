import { describe, expect, it } from '@jest/globals';
import { answerProblems } from '../support/fuzz/answer-problems.js';
import type { FuzzRequest } from '../support/fuzz/fuzz-request.js';
import { logProblems } from '../support/fuzz/log-problems.js';

const request: FuzzRequest = {
  operation: 'GET /api/v1/folders',
  method: 'GET',
  target: '/api/v1/folders?workspaceId=x',
  headers: [],
  body: undefined,
  notes: ['query: an odd value for workspaceId'],
  isOperator: false,
};
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'a',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'x',
  'cache-control': 'no-store',
};

function judged(status: number, body: unknown, more: Record<string, string> = {}): string[] {
  return answerProblems(request, { status, headers: { ...headers, ...more }, body: Buffer.from(JSON.stringify(body)) }, ['canary']);
}

const refusal = (path: string): object => ({
  error: 'It is bad',
  code: 'VALIDATION_FAILED',
  details: [{ path: [path], message: `${path} is bad`, code: 'invalid' }],
});

describe('the judge of answers', () => {
  it('has nothing against a list, or a refusal that names the field', () => {
    expect(judged(200, { data: [], nextCursor: null })).toEqual([]);
    expect(judged(400, refusal('workspaceId'))).toEqual([]);
  });

  it.each<[string, number, unknown, RegExp]>([
    ['a failure', 500, { error: 'Internal server error', code: 'INTERNAL' }, /^500/],
    ['being closed for no stated time', 503, { error: 'Later', code: 'UNAVAILABLE' }, /^503/],
    ['a status that is not described', 418, { error: 'x', code: 'X' }, /418 is not described/],
    ['a body that is not described', 200, { data: 1 }, /must be array/],
    ['a refusal of another field', 400, refusal('limit'), /does not name workspaceId/],
    ['a refusal without a word', 404, {}, /404 without error or code/],
    ['insides', 400, { error: 'invalid input syntax for type uuid', code: 'X' }, /insides/],
    ['what belongs to others', 404, { error: 'canary is not yours', code: 'NOT_FOUND' }, /tells canary/],
  ])('minds %s', (_, status, body, problem) => {
    expect(judged(status, body)).toContainEqual(expect.stringMatching(problem));
  });

  it('knows the refusals of JSON-RPC, where MCP clients look for them', () => {
    const body = { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'MCP server not found' } };
    const isMinded = (target: string): boolean =>
      answerProblems({ ...request, method: 'POST', target }, { status: 404, headers, body: Buffer.from(JSON.stringify(body)) }, []).some(
        (problem) => problem.includes('without error or code'),
      );
    expect(isMinded('/api/mcp/serve/019e0000-0000-7000-8000-000000000001')).toBe(false);
    expect(isMinded('/api/v1/workflows')).toBe(true);
  });

  it('minds a missing header and a connection that was closed without an answer', () => {
    expect(answerProblems(request, { status: 401, headers: {}, body: Buffer.from('x') }, [])).toContain('no header x-request-id');
    expect(answerProblems(request, undefined, [])).toEqual(['the connection was closed without an answer']);
  });

  it.each([400, 408, 413, 417, 431])('minds a %i without a word, also to a broken request', (status) => {
    const broken = { ...request, notes: ['wire: cut in half'] };
    expect(answerProblems(broken, { status, headers: {}, body: Buffer.from('') }, [])).toContain('no header x-request-id');
  });

  it('lets a server be closed for a stated time', () => {
    expect(judged(503, { error: 'Later', code: 'UNAVAILABLE' }, { 'retry-after': '1' })).toEqual([]);
  });
});

describe('the judge of logs', () => {
  it('minds lines that are no JSON, errors and secrets, each once', () => {
    const printed = ['{"level":30}', 'oops', 'oops', '{"level":50,"msg":"bad"}', '{"level":30,"key":"s3cret"}', ''].join('\n');
    expect(logProblems(printed, ['s3cret'])).toEqual([
      'log (2 times): a line that is no JSON: oops',
      'log (1 times): an error: {"level":50,"msg":"bad"}',
      'log (1 times): a secret: {"level":30,"key":"s3cret"}',
    ]);
  });
});
