import type { RunFile, WorkspaceFiles } from '../../../src/blocks/ports/files.js';
import type { WorkspaceKnowledge } from '../../../src/blocks/ports/knowledge.js';
import type { TableRow, WorkspaceTables } from '../../../src/blocks/ports/tables.js';

/** Tables, knowledge and files of a workspace. */
export type KeptData = WorkspaceTables & WorkspaceKnowledge & WorkspaceFiles;

/** What was asked of the data, in order: the name of the method and what it was given. */
export type Asked = readonly [method: keyof KeptData, ...given: readonly unknown[]];

type Answers = { readonly [Method in keyof KeptData]?: (...given: never[]) => unknown };

export const aRow: TableRow = { id: 'row-1', data: { email: 'ada@example.org' }, position: 0, createdAt: 'then', updatedAt: 'now' };

export const aFile: RunFile = {
  id: 'file-1',
  name: 'notes.md',
  size: 5,
  type: 'text/markdown',
  key: 'files/workspace/notes.md',
  url: 'https://sluice.example/api/v1/files/file-1?workspaceId=workspace',
};

const usual: Answers = {
  table: () => ({ name: 'people', rowCount: 3, columns: [{ name: 'age', type: 'number', required: false, unique: true }] }),
  queryRows: () => ({ rows: [aRow], total: 7, nextCursor: null }),
  insertRows: () => ({ rows: [aRow] }),
  upsertRow: () => ({ row: aRow, operation: 'update' }),
  updateRows: () => ({ updatedRowIds: ['row-1'] }),
  deleteRows: () => ({ deletedRowIds: ['row-1'] }),
  searchKnowledge: () => [
    {
      knowledgeBaseId: 'base-1',
      documentId: 'document-1',
      documentName: 'guide.md',
      content: 'Turn it off',
      chunkIndex: 2,
      tags: { team: 'ops' },
      similarity: 0.5,
    },
  ],
  addKnowledge: () => 'document-2',
  file: () => aFile,
  readFile: () => ({ file: aFile, bytes: Buffer.from('héllo') }),
  textOf: () => 'the text of it',
  writeFile: () => aFile,
};

/** Data of a workspace that gives the answers of a script and remembers what it was asked. */
export function keptData(answers: Answers = {}): { readonly data: KeptData; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const answer =
    (method: keyof KeptData) =>
    async (...given: unknown[]) => {
      asked.push([method, ...given]);
      return (answers[method] ?? usual[method])?.(...(given as never[]));
    };
  const names = Object.keys(usual) as (keyof KeptData)[];
  return { data: Object.fromEntries(names.map((name) => [name, answer(name)])) as unknown as KeptData, asked };
}
