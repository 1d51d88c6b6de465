import { describe, expect, it } from '@jest/globals';
import type { WorkflowDocument } from '#document/document.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { documentChanges } from './document-changes.js';

const code = 'const rate = 0.02\nreturn <start.amount> * rate\n// for everybody';

function aDocument({ text = code, url = 'a', more = {}, edges = [] as object[], variables = {} } = {}): WorkflowDocument {
  const fee = { id: 'fee', type: 'function', name: 'Work Out Fee', subBlocks: { code: { value: text }, url: { value: url } } };
  const start = { id: 'start', type: 'start_trigger', name: 'Start' };
  const blocks = { start, fee, ...more };
  const all = [{ id: 'e1', source: 'start', target: 'fee' }, ...edges];
  const { document, problems } = parseDocument({ state: { blocks, edges: all, variables } });
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

const tell = { id: 'tell', type: 'response', name: 'Tell' };
const told = { id: 'e2', source: 'fee', sourceHandle: 'error', target: 'tell' };

describe('the changes between documents', () => {
  it('are none when only ids of edges and their order differ', () => {
    expect(documentChanges(aDocument(), { ...aDocument(), edges: aDocument().edges.map((edge) => ({ ...edge, id: 'other' })) })).toEqual(
      [],
    );
  });

  it('name blocks and edges that come and go', () => {
    const [small, large] = [aDocument(), aDocument({ more: { tell }, edges: [told] })];
    expect(documentChanges(small, large)).toEqual(['+ block "Tell" (response)', '+ edge Work Out Fee (error) → Tell']);
    expect(documentChanges(large, small)).toEqual(['- block "Tell" (response)', '- edge Work Out Fee (error) → Tell']);
  });

  it('show short values side by side, and of long texts the lines that differ', () => {
    expect(documentChanges(aDocument(), aDocument({ url: 'b', text: code.replace('0.02', '0.03') }))).toEqual([
      '~ block "Work Out Fee" (function)',
      '    code: in line 1',
      '      - const rate = 0.02',
      '      + const rate = 0.03',
      '    url: "a" → "b"',
    ]);
  });

  it('name variables with their values', () => {
    const region = { region: { id: 'region', name: 'region', type: 'string', value: 'eu' } };
    const other = { region: { ...region.region, value: 'us' } };
    expect(documentChanges(aDocument(), aDocument({ variables: region }))).toEqual(['+ variable "region": "eu"']);
    expect(documentChanges(aDocument({ variables: region }), aDocument({ variables: other }))).toEqual([
      '~ variable "region": "eu" → "us"',
    ]);
    expect(documentChanges(aDocument({ variables: region }), aDocument())).toEqual(['- variable "region"']);
  });
});
