import { describe, expect, it } from '@jest/globals';
import { workflowFixture } from '../../../../../test/support/workflow-documents.js';
import { needsRedeployment } from '#document/diff/document-diff.js';
import { withAdoptedIds } from '../adopted-ids.js';
import { readDocument } from './read-document.js';
import { problemLine } from './workflow-file.js';
import { documentText, fileNameOf } from './write-document.js';
import { stringify } from 'yaml';
import type { ExportedDocument } from '#client';

const fixture = workflowFixture('fee-gate');
const workflow = { id: 'w1', name: 'Fee gate', description: null, workspaceId: 's1', folderId: null };
const exported = { ...fixture, workflow } as unknown as ExportedDocument;

describe('a file of a workflow', () => {
  it.each([
    ['fee.json', JSON.stringify(fixture)],
    ['fee.yaml', stringify(fixture)],
    ['fee.YML', stringify(fixture)],
  ])('may be %s', (path, text) => {
    const read = readDocument(path, text);
    expect(read).toMatchObject({ file: { name: 'Fee gate', description: 'Example written for our tests', workflowId: undefined } });
  });

  it.each(['json', 'yaml'] as const)('is read as it was written, as %s', (format) => {
    const read = readDocument(`fee.${format}`, documentText(exported, format));
    const again = readDocument('fee.json', JSON.stringify(fixture));
    if (!('file' in read && 'file' in again)) throw new Error('It is sound');
    expect(read.file).toMatchObject({ workflowId: 'w1', name: 'Fee gate' });
    expect(needsRedeployment(withAdoptedIds(read.file.document, again.file.document), again.file.document)).toBe(false);
  });

  it('is the same text whenever and in whatever order it was exported', () => {
    const reversed = Object.fromEntries(Object.entries(exported).toReversed()) as unknown as ExportedDocument;
    expect(documentText({ ...reversed, exportedAt: '2031-01-01T00:00:00.000Z' }, 'json')).toBe(documentText(exported, 'json'));
  });

  it.each([
    ['a.json', '{', 'a.json: is not JSON: '],
    ['a.yaml', 'a: [', 'a.yaml: is not YAML: '],
    ['a.json', '{"state": {"edges": []}}', 'a.json: blocks: '],
    ['a.json', '{"state": {"blocks": {"x": {"type": "function"}}}}', 'a.json: blocks.x.id: '],
    ['a.json', '{"state": {"blocks": {}, "edges": []}}', 'a.json: state.metadata.name: must be the name of the workflow'],
    [
      'a.json',
      '{"state": {"metadata": {"name": "A"}, "blocks": {}, "edges": [{"id": "e", "source": "a", "target": "b"}]}}',
      'a.json: edges.e.',
    ],
  ])('is refused by its name and field: %s %s', (path, text, problem) => {
    const [first] = readDocument(path, text).problems ?? [];
    expect(first && problemLine(path, first)).toMatch(problem);
  });
});

describe('the name of a file', () => {
  it.each([
    ['Fee gate', 'fee-gate'],
    ['  Crème / brûlée: 2 %  ', 'creme-brulee-2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['注文', '注文'],
    ['***', 'w1'],
  ])('of %s is %s', (name, stem) => {
    expect(fileNameOf({ id: 'w1', name })).toBe(stem);
  });
});
