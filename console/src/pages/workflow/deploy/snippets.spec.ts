import { describe, expect, it } from '@jest/globals';
import type { WorkflowDocument } from '../../../../../src/document/document.js';
import { parseDocument } from '../../../../../src/document/parse/parse-document.js';
import { isCallable, sampleInput, snippets } from './snippets.js';

function documentOf(type: string, subBlocks: object = {}): WorkflowDocument {
  const block = { id: 'start', type, name: 'Start', position: { x: 0, y: 0 }, subBlocks };
  const { document } = parseDocument({ state: { blocks: { start: block }, edges: [] } });
  if (document === undefined) throw new Error('The document cannot be read');
  return document;
}

const startWith = (value: object[]): WorkflowDocument =>
  documentOf('start_trigger', { inputFormat: { id: 'inputFormat', type: 'input-format', value } });

describe('the input of a sample call', () => {
  it('has the default, the first choice or a value of the type, and no files that are not required', () => {
    const document = startWith([
      { name: 'customer', type: 'string', default: "it's" },
      { name: 'size', type: 'string', enum: ['S', 'M'] },
      { name: 'amount', type: 'number' },
      { name: 'isUrgent', type: 'boolean' },
      { name: 'attached', type: 'file[]' },
      { name: 'scans', type: 'file[]', required: true },
    ]);
    expect(sampleInput(document)).toEqual({ customer: "it's", size: 'S', amount: 1, isUrgent: true, scans: [] });
  });

  it('is empty for a start without fields', () => {
    expect(sampleInput(startWith([]))).toEqual({});
  });
});

describe('a workflow', () => {
  it('is callable when it has a start, and not when only a schedule starts it', () => {
    expect(isCallable(startWith([]))).toBe(true);
    expect(isCallable(documentOf('schedule'))).toBe(false);
  });
});

describe('the snippets', () => {
  const textOf = (id: string, input: Parameters<typeof snippets>[1]): string =>
    snippets('https://sluice.example/api/workflows/w1/execute', input).find((each) => each.id === id)?.text ?? '';

  it('quote texts for the shell', () => {
    expect(textOf('curl', { note: "it's $HOME" })).toContain(`-d '{"note":"it'\\''s $HOME"}'`);
  });

  it('write the literals of Python', () => {
    expect(textOf('python', { a: null, b: [true, false, 1.5], c: { d: 'x"y' } })).toContain(
      String.raw`json.dumps({"a": None, "b": [True, False, 1.5], "c": {"d": "x\"y"}}).encode()`,
    );
  });
});
