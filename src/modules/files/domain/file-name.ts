import { invalidField } from '#kernel/errors.js';
import { fileNameProblem, withoutProblems } from '#kernel/text/file-name-problem.js';

/** The limit of most file systems, in bytes of UTF-8. */
const mostBytes = 255;
const tooLong = `must not be longer than ${mostBytes} bytes`;

/** Normalizes a file name: composed Unicode, without surrounding whitespace. @throws DomainError invalid, naming `file` */
export function fileName(sent: string): string {
  const name = normalized(sent);
  const problem = fileNameProblem(name) ?? (utf8Length(name) > mostBytes ? tooLong : undefined);
  if (problem !== undefined) throw invalid(problem);
  return name;
}

/**
 * A name for a file whose own name may be in use: the prefix, and the end of the name as far as both fit.
 * @throws DomainError invalid for a name that is too long by itself
 */
export function prefixedName(prefix: string, sent: string): string {
  const name = normalized(sent);
  if (utf8Length(name) > mostBytes) throw invalid(tooLong);
  return `${prefix}-${endOf(name, mostBytes - utf8Length(prefix) - 1)}`;
}

/** The last part of a path, without what no file name may contain, for a name whose sender cannot choose another one. */
export function storableName(sent: string): string {
  const name = normalized(withoutProblems(sent.normalize('NFC')));
  return endOf(name, mostBytes) || 'file';
}

function normalized(sent: string): string {
  return sent.normalize('NFC').trim();
}

/** The last characters that have up to so many bytes together. */
function endOf(name: string, most: number): string {
  const characters = Array.from(name);
  let bytes = utf8Length(name);
  let from = 0;
  for (; bytes > most; from += 1) bytes -= utf8Length(characters[from] ?? '');
  return characters.slice(from).join('');
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function invalid(problem: string): Error {
  return invalidField('file', `Invalid file name: it ${problem}`);
}
