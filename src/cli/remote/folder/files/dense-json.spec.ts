import { describe, expect, it } from '@jest/globals';
import { workflowFixture } from '../../../../../test/support/workflow-documents.js';
import { denseJson } from './dense-json.js';

describe('dense JSON', () => {
  it('writes what fits on one line', () => {
    expect(denseJson({ edges: [{ source: 'a', target: 'b' }, {}, []] })).toBe(
      ['{', '  "edges": [{ "source": "a", "target": "b" }, {}, []]', '}'].join('\n'),
    );
  });

  it('breaks what is longer than 120 characters', () => {
    const text = 'x'.repeat(60);
    expect(denseJson({ a: [text, text], b: [] })).toBe(
      ['{', '  "a": [', `    "${text}",`, `    "${text}"`, '  ],', '  "b": []', '}'].join('\n'),
    );
  });

  it('lets members without members of their own share a line', () => {
    const text = 'x'.repeat(60);
    expect(denseJson({ id: 'a', type: 'b', code: text, note: text, list: [1], end: 1 })).toBe(
      ['{', `  "id": "a", "type": "b", "code": "${text}",`, `  "note": "${text}",`, '  "list": [1],', '  "end": 1', '}'].join('\n'),
    );
  });

  it('adds no indentation for an object with one member', () => {
    const text = 'x'.repeat(60);
    expect(denseJson({ fields: { code: { value: [text, text] } } })).toBe(
      ['{', '  "fields": { "code": { "value": [', `    "${text}",`, `    "${text}"`, '  ] } }', '}'].join('\n'),
    );
  });

  it('is read as the same value', () => {
    const value = workflowFixture('orders-with-two-reviewers');
    expect(JSON.parse(denseJson(value))).toEqual(value);
  });
});
