import { readSync, writeSync } from 'node:fs';
import { DocumentProblem } from './document-problem.js';
import { prepareReading, type ReadDocument, type ReadingTask } from './read-document.js';

const pipe = 3;
const chunkBytes = 256 * 1024;

/** What the process says: first that it is ready for bytes, then what it has read or why it could not. */
export type ReadingAnswer = { readonly document: ReadDocument } | { readonly problem: string };

/** Reads one document from the pipe and answers with one line of JSON. Everything is loaded, and the user changed, before the first byte. */
export async function serveReading(task: string, user: number | null): Promise<never> {
  const read = await prepareReading(JSON.parse(task) as ReadingTask);
  if (user !== null) become(user);
  send('ready');
  const answer: ReadingAnswer = await read(allBytes()).then(
    (document) => ({ document }),
    (error: unknown) => ({ problem: error instanceof DocumentProblem ? error.message : 'The document cannot be read' }),
  );
  send(JSON.stringify(answer));
  process.exit(0);
}

/** For good: with the rights goes the right to take them back. */
function become(user: number): void {
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}

/** Until the other end has written everything. */
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
