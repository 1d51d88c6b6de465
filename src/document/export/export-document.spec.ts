import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { aBlock, aState, readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import { exportDocument, type ExportedWorkflow } from './export-document.js';
import { parseDocument } from '../parse/parse-document.js';

const exported: ExportedWorkflow = { id: 'w1', name: 'Renamed', description: null, workspaceId: 'ws1', folderId: null };
const at = '2026-01-05T10:00:00.000Z';

function valueAfterExport(id: string, type: string, value: Json): Json | undefined {
  const document = readDocument(aState([aBlock('a', 'function', { subBlocks: { [id]: { id, type, value } } })]));
  return exportDocument(document, exported, at).state.blocks['a']?.subBlocks[id]?.value;
}

describe('an exported document', () => {
  it('contains the present name and description of the workflow', () => {
    const { state, ...envelope } = exportDocument(readDocument(workflowFixture('fee-gate')), exported, at);
    expect(envelope).toEqual({ version: '1.0', exportedAt: at, workflow: exported });
    expect(state.metadata).toEqual({ name: 'Renamed', description: null });
  });

  it('parses to the same document under that name', () => {
    const document = readDocument(workflowFixture('orders-with-two-reviewers'));
    const back = parseDocument(JSON.stringify(exportDocument(document, exported, at)));
    expect(back).toMatchObject({ name: { text: 'Renamed' }, dropped: [] });
    expect(back.document).toEqual({ ...document, metadata: { name: 'Renamed', description: null } });
  });

  it.each([
    ['pin', 'password'],
    ['apiKey', 'short-input'],
    ['api_key', 'short-input'],
    ['botToken', 'short-input'],
    ['clientSecret', 'short-input'],
  ])('leaves out the secret of field %s of type %s', (id, type) => {
    expect(valueAfterExport(id, type, 'hunter2')).toBeNull();
    expect(valueAfterExport(id, type, 'Bearer {{KEY}}')).toBeNull();
  });

  it('leaves out secrets of examples of inputs', () => {
    const input = { customer: 'Ada', apiKey: 'hunter2', login: [{ password: 'hunter2', token: '{{TOKEN}}' }] };
    const document = readDocument(aState([aBlock('a', 'function')]));
    const { state } = exportDocument({ ...document, metadata: { 'example:1': { name: 'Ada', input } } }, exported, at);
    expect(state.metadata['example:1']).toEqual({
      name: 'Ada',
      input: { customer: 'Ada', apiKey: null, login: [{ password: null, token: '{{TOKEN}}' }] },
    });
  });

  it('keeps a reference to a secret without other text', () => {
    expect(valueAfterExport('apiKey', 'short-input', '{{API_KEY}}')).toBe('{{API_KEY}}');
  });

  it('keeps every other field', () => {
    expect(valueAfterExport('maxTokens', 'short-input', 500)).toBe(500);
    expect(valueAfterExport('code', 'code', 'return "{{KEY}}"')).toBe('return "{{KEY}}"');
  });

  it('leaves out secrets of tools that are given as text', () => {
    const text = JSON.stringify([{ type: 'search', params: { apiKey: 'hunter2', query: 'x' } }]);
    expect(valueAfterExport('tools', 'tool-input', text)).toBe(text.replace('"hunter2"', 'null'));
    expect(valueAfterExport('tools', 'tool-input', '[ {"type": "search"} ]')).toBe('[ {"type": "search"} ]');
  });

  it('leaves out secrets among the parameters of tools', () => {
    const tools = [{ type: 'search', params: { apiKey: 'hunter2', query: 'x', token: '{{TOKEN}}' } }];
    expect(valueAfterExport('tools', 'tool-input', tools)).toEqual([
      { type: 'search', params: { apiKey: null, query: 'x', token: '{{TOKEN}}' } },
    ]);
  });
});
