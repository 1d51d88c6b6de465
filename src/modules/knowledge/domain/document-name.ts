import { invalidField } from '#kernel/errors.js';

const longest = 255;

/** The name of a document. Some programs send a path, so only the part after the last slash is kept. @throws DomainError invalid */
export function validFilename(given: string): string {
  const name = given.normalize('NFC').replaceAll('\\', '/').split('/').at(-1)?.trim() ?? '';
  if (name === '' || name === '.' || name === '..' || name.length > longest) {
    throw invalidField('filename', `filename must have 1 to ${longest} characters`, 'out_of_range');
  }
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name) || !name.isWellFormed())
    throw invalidField('filename', 'filename must not contain control characters');
  return name;
}
