import { Port } from './port.js';

/** A file as workflows see it. */
export interface RunFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly type: string;
  readonly key: string;
  /** The address at which callers with a key download it. */
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
  /** Whether the file replaces one of the same name. */
  readonly replaces: boolean;
}

/** The files of the workspace of a run, found by id, name or key. Every method throws DomainError. */
export interface WorkspaceFiles {
  file(reference: string): Promise<RunFile>;
  /** A file with its bytes; a file of more than `most` bytes is refused. */
  readFile(reference: string, most: number): Promise<RunFileContent>;
  /**
   * The text in a document of at most `most` bytes, such as a PDF or a table. A document without readable text is refused. The reading ends
   * with the signal.
   */
  textOf(reference: string, most: number, signal: AbortSignal): Promise<string>;
  /** With the same key the file is written once. */
  writeFile(file: NewRunFile, effectKey: string): Promise<RunFile>;
}

/** The files of the workspace. */
export const Files = new Port<WorkspaceFiles, 'files'>('files', 'outside');
