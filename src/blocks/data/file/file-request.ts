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
const which = 'Ids, names, keys, or what another block says of files; one or a list.';
const typed = 'The same, as other editors call it when it is typed.';

export const fileFields = {
  operation: operation(['file_read', 'file_get_content', 'file_write']),
  readFile: json(`The files to find. ${which}`, reading)
    .also({ readFileId: json(typed, reading) })
    .as(readReferences),
  getContentFile: json(`The files whose text is read. ${which}`, opening)
    .also({ getContentFileId: json(typed, opening) })
    .as(readReferences),
  fileName: line('Name of the new file.', writing).needed(),
  content: text('What is in it, in UTF-8. Objects and lists are written as JSON.', writing),
  contentType: line('Its media type. Without one the extension tells.', writing),
  overwrite: flag('Replace a file that has the name; else the name has to be free.', writing).as(
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
