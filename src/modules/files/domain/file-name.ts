import { invalidField } from '#kernel/errors.js';
import { fileNameProblem } from '#kernel/text/file-name-problem.js';

/** The limit of most file systems, in bytes of UTF-8. */
const mostBytes = 255;

/** Normalizes a file name: composed Unicode, without surrounding whitespace. @throws DomainError invalid, naming `file` */
export function fileName(sent: string): string {
  const name = sent.normalize('NFC').trim();
  const problem = problemOf(name);
  if (problem !== undefined) throw invalidField('file', `Invalid file name: it ${problem}`);
  return name;
}

function problemOf(name: string): string | undefined {
  const problem = fileNameProblem(name);
  if (problem !== undefined) return problem;
  return utf8Length(name) > mostBytes ? `must not be longer than ${mostBytes} bytes` : undefined;
}

function utf8Length(text: string): number {
  return encodeURIComponent(text).replaceAll(/%../g, '.').length;
}
