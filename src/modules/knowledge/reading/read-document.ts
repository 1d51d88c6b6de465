import type { ChunkingConfig } from '../domain/text/chunking-config.js';
import type { DocumentFormat } from '../domain/document-formats.js';
import { splitText, type Chunk } from '../domain/text/split-text.js';
import { countTokens } from './count-tokens.js';
import { DocumentProblem } from './document-problem.js';
import { tidyText } from './plain-text.js';
import { textReaders } from './text-readers.js';

/** The text of a document as chunks, and its size. */
export interface ReadDocument {
  readonly characterCount: number;
  readonly tokenCount: number;
  readonly chunks: readonly Chunk[];
}

export interface ReadingTask {
  readonly format: DocumentFormat;
  /** Null: the chunks together are the text, and its tokens are not counted. */
  readonly chunking: ChunkingConfig | null;
}

/** The text of a book of about five thousand pages. */
const mostCharacters = 10_000_000;
/** The characters of a chunk of a text that is not split. */
const pieceLength = 64 * 1024;

/** Loads the parser of the format. @returns a function from bytes to chunks that loads nothing more and throws DocumentProblem */
export async function prepareReading({ format, chunking }: ReadingTask): Promise<(bytes: Uint8Array) => Promise<ReadDocument>> {
  const readText = await textReaders[format]();
  return async (bytes) => {
    const text = tidyText(await readableText(readText, bytes));
    if (text === '') throw new DocumentProblem('The document contains no text. Convert a scan to text before uploading it');
    if (text.length > mostCharacters) throw new DocumentProblem(`The document has more than ${mostCharacters} characters of text`);
    const chunks = chunking === null ? piecesOf(text) : splitText(text, chunking, countTokens);
    return { characterCount: text.length, tokenCount: chunks.reduce((sum, { tokens }) => sum + tokens, 0), chunks };
  };
}

function piecesOf(text: string): Chunk[] {
  return Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) => ({
    content: text.slice(index * pieceLength, (index + 1) * pieceLength),
    tokens: 0,
  }));
}

async function readableText(readText: (bytes: Uint8Array) => string | Promise<string>, bytes: Uint8Array): Promise<string> {
  try {
    return await readText(bytes);
  } catch (error) {
    if (error instanceof DocumentProblem) throw error;
    if (error instanceof RangeError) throw new DocumentProblem('The document is nested too deeply or is too large', { cause: error });
    throw new DocumentProblem('The document is damaged, or its content does not match its extension', { cause: error });
  }
}
