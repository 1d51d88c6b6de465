import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#kernel/errors.js';
import { CursorSignature } from './cursor.js';

const signature = new CursorSignature('0f'.repeat(32));
const scope = 'GET /api/v1/logs|w1|level=error|desc';
const value = { at: '2026-01-02T03:04:05.678Z', id: '0190', page: [1, null, true] };

function refusal(cursor: string, inScope = scope): unknown {
  try {
    return signature.openCursor(inScope, cursor);
  } catch (error) {
    return error;
  }
}

describe('page cursors (AC-121)', () => {
  const cursor = signature.sealCursor(scope, value);

  it('open to the value that was sealed, in every process with the same key', () => {
    expect(new CursorSignature('0F'.repeat(32)).openCursor(scope, cursor)).toEqual(value);
  });

  it('need no escaping in a query string', () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('are refused with 400 and the path of the parameter', () => {
    const error = refusal('nonsense');
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      kind: 'invalid',
      code: 'VALIDATION_FAILED',
      message: 'Invalid cursor',
      details: [{ path: ['cursor'], message: 'Invalid cursor' }],
    });
  });

  it('are refused after any change of any character', () => {
    for (let index = 0; index < cursor.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = cursor.slice(0, index) + String.fromCharCode(cursor.charCodeAt(index) ^ (1 << bit)) + cursor.slice(index + 1);
        expect(refusal(changed)).toBeInstanceOf(DomainError);
      }
    }
  });

  it('are refused when cut or extended', () => {
    for (let length = 0; length < cursor.length; length += 1) expect(refusal(cursor.slice(0, length))).toBeInstanceOf(DomainError);
    for (const extended of [`${cursor}=`, `${cursor}A`, `A${cursor}`, ` ${cursor}`]) expect(refusal(extended)).toBeInstanceOf(DomainError);
  });

  it.each([
    ['another route', scope.replace('logs', 'workflows')],
    ['another workspace', scope.replace('w1', 'w2')],
    ['other filters', scope.replace('error', 'info')],
    ['another order', scope.replace('desc', 'asc')],
    ['no scope', ''],
  ])('are refused in %s', (_, other) => {
    expect(refusal(cursor, other)).toBeInstanceOf(DomainError);
  });

  it('are refused when a piece of the scope is moved into the payload', () => {
    expect(refusal(scope.slice(-4) + cursor, scope.slice(0, -4))).toBeInstanceOf(DomainError);
  });

  it('are refused when signed with another key', () => {
    expect(refusal(new CursorSignature('f0'.repeat(32)).sealCursor(scope, value))).toBeInstanceOf(DomainError);
  });

  it('are valid when signed with a previous key', () => {
    const former = new CursorSignature('f0'.repeat(32)).sealCursor(scope, value);
    const renewed = new CursorSignature('aa'.repeat(32), ['f0'.repeat(32)]);
    expect(renewed.openCursor(scope, former)).toEqual(value);
    expect(() => renewed.openCursor('elsewhere', former)).toThrow('Invalid cursor');
  });
});
