import { choice, fields, flag, json, output, text } from '../../fields/palette-fields.js';
import type { PaletteEntry } from '../../palette.js';
import { fileOperations } from './file-request.js';

const reading = { 'x-when': { operation: ['file_read'] } };
const opening = { 'x-when': { operation: ['file_get_content'] } };
const writing = { 'x-when': { operation: ['file_write'] } };
const which = 'Ids, names, keys, or what another block says of files; one or a list.';

export const filePalette: PaletteEntry = {
  name: 'File',
  description: 'Finds, reads and writes files of the workspace.',
  category: 'work',
  inputs: fields({
    operation: choice('What is done.', fileOperations, { default: 'file_read' }),
    readFile: json(`The files to find. ${which}`, reading),
    readFileId: json('The same, as other editors call it when it is typed.', reading),
    getContentFile: json(`The files whose text is read. ${which}`, opening),
    getContentFileId: json('The same, as other editors call it when it is typed.', opening),
    fileName: text('Name of the new file.', writing),
    content: text('What is in it, in UTF-8. Objects and lists are written as JSON.', writing),
    contentType: text('Its media type. Without one the extension tells.', writing),
    overwrite: flag('Replace a file that has the name; else the name has to be free.', writing),
  }),
  outputs: {
    file: output('object', 'The file, of several the first: `{id, name, size, type, key, url}`.'),
    files: output('array', 'All of them.'),
    contents: output('array', 'Their texts, in the same order.'),
    id: output('string', 'Id of the file that was written.'),
    name: output('string', 'Its name.'),
    size: output('integer', 'Its size in bytes.'),
    url: output('string', 'Where callers with a key download it.'),
  },
  handles: ['source', 'error'],
};
