import { readSync, writeSync } from 'node:fs';
import { DocumentProblem } from './document-problem.js';
import type { Chunk } from '../domain/text/split-text.js';
import { prepareReading, type ReadDocument, type ReadingTask } from './read-document.js';

const pipe = 3;
const chunkBytes = 256 * 1024;

/** The size of a document. */
export interface ReadCounts extends Pick<ReadDocument, 'characterCount' | 'tokenCount'> {
  readonly chunkCount: number;
}

/**
 * A line of the answer of the process: the counts of the document and then each of its chunks, or the problem with it. A message that it is
 * ready for bytes comes first.
 */
export type AnswerLine = ReadCounts | Chunk | { readonly problem: string };

/**
 * Reads one document from the pipe and answers with lines of JSON. All code is loaded, and the user is changed, before the first byte is
 * read.
 */
export async function serveReading(task: string, user: number | null): Promise<never> {
  const read = await prepareReading(JSON.parse(task) as ReadingTask);
  if (user !== null) become(user);
  send('ready');
  const answer = await read(allBytes()).then(answerLines, (error: unknown): AnswerLine[] => [
    { problem: error instanceof DocumentProblem ? error.message : 'The document cannot be read' },
  ]);
  for (const line of answer) send(JSON.stringify(line));
  process.exit(0);
}

function answerLines({ characterCount, tokenCount, chunks }: ReadDocument): AnswerLine[] {
  return [{ characterCount, tokenCount, chunkCount: chunks.length }, ...chunks];
}

/** Drops privileges permanently: without them the process cannot regain them. */
function become(user: number): void {
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}

/** Reads until the other end closes the pipe. */
function allBytes(): Buffer {
  const parts: Buffer[] = [];
  const part = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const size = readSync(pipe, part);
    if (size === 0) return Buffer.concat(parts);
    parts.push(Buffer.from(part.subarray(0, size)));
  }
}

function send(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(pipe, bytes, at);
}
