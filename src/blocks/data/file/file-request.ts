import type { Json } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { plainText } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import { refused } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { flag, json, line, text } from '../../fields/kinds.js';
import { operation } from '../../fields/strict.js';
import { fileReferences } from '../file-references.js';

export interface FindFilesRequest {
  readonly operation: 'file_read' | 'file_get_content';
  readonly files: readonly string[];
}

export interface WriteFileRequest {
  readonly operation: 'file_write';
  readonly fileName: string;
  readonly content: string;
  readonly contentType: string;
  readonly overwrite: boolean;
}

const types: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
]);

const reading = { 'x-names': 'file', 'x-when': { operation: ['file_read'] } };
const opening = { 'x-names': 'file', 'x-when': { operation: ['file_get_content'] } };
const writing = { 'x-when': { operation: ['file_write'] } };
const which = 'A file by its name, or files of another block such as `<start.files>`; one or a list.';
const typed = 'The same, in documents of other editors.';

export const fileFields = {
  operation: operation(
    '`file_read` finds files, for blocks that take files. `file_get_content` reads their text. `file_write` makes a new file.',
    ['file_read', 'file_get_content', 'file_write'],
  ),
  readFile: json(`What to find. ${which}`, reading)
    .also({ readFileId: json(typed, reading) })
    .as(readReferences),
  getContentFile: json(`What to read. ${which}`, opening)
    .also({ getContentFileId: json(typed, opening) })
    .as(readReferences),
  fileName: line('Name of the new file with its extension, such as `report.md`.', writing).needed(),
  content: text('The text of the file. Objects and lists are written as JSON.', writing),
  contentType: line('Media type of the file, such as `text/csv`. Empty: that of its extension.', writing),
  overwrite: flag('A file that has the name is replaced. Otherwise the block fails if there is one.', writing).as(
    (written) => plainText(written) === 'true',
  ),
};

/** @throws BlockFailure when a field that the operation needs is missing or not valid */
export function readFileRequest(fields: ValuesOf<typeof fileFields>): FindFilesRequest | WriteFileRequest {
  const { operation } = fields;
  if (operation === 'file_read') return { operation, files: fields.readFile };
  if (operation === 'file_get_content') return { operation, files: fields.getContentFile };
  const { fileName, content, contentType, overwrite } = fields;
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return { operation, fileName, content, contentType: contentType || (types.get(extension) ?? 'text/plain'), overwrite };
}

function readReferences(written: Json | undefined, inputs: BlockInputs, name: string): readonly string[] {
  if (!isFilled(written)) throw refused(name, 'is missing');
  return fileReferences(name, inputs.json(written));
}
