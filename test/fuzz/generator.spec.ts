import { describe, expect, it } from '@jest/globals';
import { describedOperations } from '../support/fuzz/described-operations.js';
import { bytesOf, curlOf, type FuzzRequest } from '../support/fuzz/fuzz-request.js';
import { kindOf, type FuzzWorld } from '../support/fuzz/fuzz-world.js';
import { requestOf } from '../support/fuzz/generate.js';
import { placesIn, replaceAt, leaf, textOf, treeOf } from '../support/fuzz/json-tree.js';

const things = Object.fromEntries(
  ['workspaceId', 'workflowId', 'tableId', 'rowId', 'executionId', 'organizationId', 'userId'].map((kind, index) => [
    kind,
    `00000000-0000-4000-8000-00000000000${index}`,
  ]),
);
const others = 'ffffffff-0000-4000-8000-000000000000';
const keys = { operator: 'key-operator', owner: 'key-owner', reader: 'key-reader', workspace: 'key-workspace' };
const world: FuzzWorld = { things, spares: {}, doomed: {}, foreign: [others], keys, cursors: { '/api/v1/logs': 'a-cursor' } };

const many = Array.from({ length: 12_000 }, (_, number) => requestOf(1, number, world));
const clean = many.filter(({ notes }) => notes.length === 0);

describe('malformed and hostile requests', () => {
  it('are the same again for the same seed and number', () => {
    const again = many.slice(0, 300).map((_, number) => requestOf(1, number, world));
    expect(again).toEqual(many.slice(0, 300));
  });

  it('are others for another seed', () => {
    expect(requestOf(2, 0, world)).not.toEqual(requestOf(1, 0, world));
  });

  it('go to every operation that is described', () => {
    const seen = new Set(many.map(({ operation }) => operation));
    expect(seen).toEqual(new Set(describedOperations.map(({ method, path }) => `${method} ${path}`)));
  });

  it('have now and then nothing wrong with them', () => {
    expect(clean.length).toBeGreaterThan(many.length / 20);
    const bodies = clean.filter(({ headers }) => headers.some(([name, value]) => name === 'Content-Type' && value === 'application/json'));
    expect(bodies.map(({ body }) => typeof JSON.parse(body?.toString() ?? ''))).toEqual(bodies.map(() => 'object'));
  });

  it('say what is wrong with them', () => {
    const kinds = new Set(many.flatMap(({ notes }) => notes.map((note) => note.split(':')[0])));
    expect(kinds).toEqual(new Set(['body', 'bytes', 'encoding', 'form', 'header', 'key', 'method', 'path', 'query', 'type', 'wire']));
  });

  it('name things of others only for those who may do nothing to them', () => {
    const ofOperator = many.filter(({ headers }) => headers.some(([, value]) => value === keys.operator));
    expect(ofOperator.length).toBeGreaterThan(100);
    expect(ofOperator.filter(({ target, body }) => target.includes(others) || body?.includes(others))).toEqual([]);
    expect(many.filter(({ target }) => target.includes(others)).length).toBeGreaterThan(20);
  });

  it('hold bodies that no program would write', () => {
    const bodies = many.map(({ body }) => body?.toString() ?? '');
    const wanted = [
      '"__proto__":',
      '1e400',
      String.raw`\ud800`,
      String.raw`\u0000`,
      '[[[[[[',
      '9007199254740993',
      '2024-02-30',
      'filename="../',
    ];
    expect(wanted.filter((text) => !bodies.some((body) => body.includes(text)))).toEqual([]);
  });
});

describe('a kind of thing', () => {
  it.each([
    ['/api/v1/folders/{id}', 'id', 'folderId'],
    ['/api/v1/audit-logs/{id}', 'id', 'auditId'],
    ['/api/v1/workspaces/{id}/members/{userId}', 'userId', 'userId'],
    ['/api/v1/users/me/api-keys/{keyId}', 'keyId', 'userKeyId'],
    ['/api/v1/workspaces/{id}/api-keys/{keyId}', 'keyId', 'keyId'],
  ])('in %s is named by the path segment before it', (path, variable, kind) => {
    expect(kindOf(path, variable)).toBe(kind);
  });
});

describe('JSON that may be wrong', () => {
  it('is written as JSON where it is right', () => {
    const value = { a: [1, 'x', null, { b: true }], '': '"' };
    expect(JSON.parse(textOf(treeOf(value)))).toEqual(value);
  });

  it('can be changed at every place', () => {
    const tree = treeOf({ a: [1, { b: 2 }] });
    const changed = placesIn(tree).map((place) => textOf(replaceAt(tree, place, () => leaf('NaN'))));
    expect(changed).toEqual(['NaN', '{"a":NaN}', '{"a":[NaN,{"b":2}]}', '{"a":[1,NaN]}', '{"a":[1,{"b":NaN}]}']);
  });
});

describe('a request', () => {
  const request: FuzzRequest = {
    operation: 'POST /x',
    method: 'POST',
    target: '/x?a=1',
    headers: [['X-A', "it's"]],
    body: Buffer.from('{}'),
    notes: [],
    isOperator: false,
  };

  it('tells its length', () => {
    expect(bytesOf(request, 'here:1').toString()).toBe("POST /x?a=1 HTTP/1.1\r\nHost: here:1\r\nContent-Length: 2\r\nX-A: it's\r\n\r\n{}");
  });

  it('tells the length that it was given instead', () => {
    const odd = { ...request, headers: [['Content-Length', '9']] as const };
    expect(bytesOf(odd, 'here:1').toString()).toBe('POST /x?a=1 HTTP/1.1\r\nHost: here:1\r\nContent-Length: 9\r\n\r\n{}');
  });

  it('promises more than it sends when it is cut', () => {
    expect(bytesOf({ ...request, isCut: true }, 'here:1').toString()).toContain('Content-Length: 12\r\n');
  });

  it('can be sent again from a shell', () => {
    expect(curlOf(request, 'http://here:1')).toBe(
      String.raw`curl -sgi --path-as-is -X 'POST' -H 'X-A: it'\''s' 'http://here:1/x?a=1' --data-binary '{}'`,
    );
    expect(curlOf({ ...request, body: Buffer.from([0, 255]) }, 'http://here:1')).toMatch(
      /^echo AP8= \| base64 -d \| curl .* --data-binary @-$/,
    );
  });
});
