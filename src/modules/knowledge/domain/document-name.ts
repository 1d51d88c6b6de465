import { invalidField } from '#kernel/errors.js';
import { fileNameProblem } from '#kernel/text/file-name-problem.js';

const longest = 255;

/**
 * The name of a document: composed Unicode, without surrounding whitespace. A name is a label, so one that is a path is refused.
 * @param field the field of the request that contains it. @throws DomainError invalid
 */
export function validFilename(given: string, field = 'filename'): string {
  const name = given.normalize('NFC').trim();
  if (name === '' || name.length > longest) throw invalidField(field, `${field} must have 1 to ${longest} characters`, 'out_of_range');
  const problem = fileNameProblem(name);
  if (problem !== undefined) throw invalidField(field, `Invalid file name: it ${problem}`);
  return name;
}
