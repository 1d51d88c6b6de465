import type { Json } from '#kernel/json.js';
import type { BlockSearch, BlockUpload, SearchResult } from '#modules/knowledge/index.js';
import type {
  DeletedRows,
  DeletedSelection,
  InsertedRows,
  NewRows,
  RowAnswer,
  RowQuestion,
  TableView,
  UpdatedRows,
  UpsertedRow,
} from '#modules/tables/index.js';

/** Whose data a run reaches, who pays for what it stores, and who is named for what it changes. */
export interface RunIdentity {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly userId: string;
  readonly accountId: string;
}

/** A file as workflows see it. */
export interface RunFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly type: string;
  readonly key: string;
  /** Where callers with a key download it. */
  readonly url: string;
}

export interface RunFileContent {
  readonly file: RunFile;
  readonly bytes: Buffer;
}

export interface NewRunFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
  /** Whether a file that has the name is replaced. */
  readonly replaces: boolean;
}

export type KnowledgeQuestion = Omit<BlockSearch, 'workspaceId' | 'accountId' | 'workflowId'>;
export type NewKnowledge = Pick<BlockUpload, 'knowledgeBaseId' | 'filename' | 'content' | 'tags'>;

/**
 * Tables, knowledge bases and files, as far as a run reaches them: what is not in its workspace is not there. What changes something
 * takes the key of its effect: with the same key it happens once, and answers the same each time. Every method throws DomainError.
 */
export interface RunData {
  table(tableId: string): Promise<TableView>;
  queryRows(tableId: string, question: RowQuestion): Promise<RowAnswer>;
  insertRows(tableId: string, rows: NewRows, effectKey: string): Promise<InsertedRows>;
  upsertRow(
    tableId: string,
    row: { readonly data: Json; readonly conflictTarget?: string | undefined },
    effectKey: string,
  ): Promise<UpsertedRow>;
  updateRows(
    tableId: string,
    update: { readonly filter: Json; readonly data: Json; readonly limit: number },
    effectKey: string,
  ): Promise<UpdatedRows>;
  deleteRows(tableId: string, selection: DeletedSelection, effectKey: string): Promise<DeletedRows>;
  searchKnowledge(question: KnowledgeQuestion): Promise<readonly SearchResult[]>;
  /** @returns the id of the document, which is processed soon after */
  addKnowledge(document: NewKnowledge, effectKey: string): Promise<string>;
  /** By its id, its name or its key. */
  file(reference: string): Promise<RunFile>;
  /** With all its bytes, `most` of them. */
  readFile(reference: string, most: number): Promise<RunFileContent>;
  writeFile(file: NewRunFile, effectKey: string): Promise<RunFile>;
}
