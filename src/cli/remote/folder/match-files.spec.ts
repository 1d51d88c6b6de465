import { describe, expect, it } from '@jest/globals';
import { parseDocument } from '#document/parse/parse-document.js';
import { matchFiles } from './match-files.js';
import type { WorkflowFile } from './files/workflow-file.js';

const { document } = parseDocument({ blocks: {}, edges: [] });
if (document === undefined) throw new Error('An empty document is sound');

const aFile = (path: string, name: string, workflowId?: string): WorkflowFile => ({ path, name, workflowId, description: null, document });
const fee = { id: '1', name: 'Fee gate' };
const refund = { id: '2', name: 'Refund' };

describe('a file', () => {
  it('describes the workflow that it was exported from, whatever that is called by now', () => {
    const { pairs, others, problems } = matchFiles([aFile('a.json', 'Fees', '1')], [fee, refund]);
    expect({ met: pairs.map(({ workflow }) => workflow), others, problems }).toEqual({ met: [fee], others: [refund], problems: [] });
  });

  it('describes the workflow of its name when its id is that of another server', () => {
    expect(matchFiles([aFile('a.json', 'Refund', '77')], [fee, refund]).pairs[0]?.workflow).toBe(refund);
  });

  it('describes a new workflow when there is none of its id or name', () => {
    expect(matchFiles([aFile('a.json', 'Other')], [fee]).pairs[0]?.workflow).toBeUndefined();
  });

  it('may have the former name of a workflow that another file renames', () => {
    const { pairs, problems } = matchFiles([aFile('a.json', 'Fees', '1'), aFile('b.json', 'Fee gate')], [fee]);
    expect({ met: pairs.map(({ workflow }) => workflow), problems }).toEqual({ met: [fee, undefined], problems: [] });
  });
});

describe('a folder is refused', () => {
  it.each([
    ['two files for one workflow', [aFile('a.json', 'Fee gate', '1'), aFile('b.json', 'Other', '1')]],
    ['a file of a name beside the exported one', [aFile('a.json', 'Fee gate', '1'), aFile('b.json', 'Fee gate')]],
    ['two new workflows of one name', [aFile('a.json', 'New'), aFile('b.json', 'New')]],
  ])('with %s', (_what, files) => {
    expect(matchFiles(files, [fee]).problems).toEqual([expect.stringMatching(/^a\.json and b\.json: describe the same workflow/)]);
  });

  it('with a name that several workflows have', () => {
    expect(matchFiles([aFile('a.json', 'Fee gate')], [fee, { ...fee, id: '3' }]).problems).toEqual([
      'a.json: state.metadata.name: 2 workflows are named "Fee gate"; set workflow.id to one of their ids',
    ]);
  });
});
