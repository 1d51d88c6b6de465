import type { JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { defineBlock, type PublishedBlock } from '../../define-block.js';
import { output } from '../../fields/schema.js';
import { Files, type RunFile, type RunFileContent, type WorkspaceFiles } from '../../ports/files.js';
import { withEffect } from '../data-work.js';
import { fileFields, readFileRequest, type FindFilesRequest, type WriteFileRequest } from './file-request.js';

/** Both names are in use; they do the same. */
const types = ['file', 'file_v5'] as const;

const mostBytes = 10 * 1024 * 1024;

type FileContext = BlockContext<typeof Files>;

/** The files of the workspace. */
export const fileBlocks: readonly PublishedBlock[] = types.map((type) =>
  defineBlock({
    type,
    name: 'File',
    ...(type === 'file_v5' && { replacedBy: 'file' }),
    description: 'Finds, reads and writes files of the workspace.',
    category: 'work',
    fields: fileFields,
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
    needs: [Files],
    run: (fields, context) => {
      const request = readFileRequest(fields);
      return request.operation === 'file_write' ? write(request, context) : find(request, context);
    },
  }),
);

function find({ operation, files }: FindFilesRequest, context: FileContext): Promise<BlockResult> {
  const effect = { kind: 'file', target: `${operation} ${files.join(', ')}` } as const;
  const work = operation === 'file_read' ? described : opened;
  return withEffect(context, effect, { operation, files }, () => work(files, context.use(Files)));
}

async function described(references: readonly string[], store: WorkspaceFiles): Promise<JsonObject> {
  const files: RunFile[] = [];
  for (const reference of references) files.push(await store.file(reference));
  return outputOf(files);
}

/** Reads one file after the other, so that all of them together stay within the limit. */
async function opened(references: readonly string[], store: WorkspaceFiles): Promise<JsonObject> {
  const found: RunFileContent[] = [];
  let left = mostBytes;
  for (const reference of references) {
    const content = await store.readFile(reference, left);
    found.push(content);
    left -= content.bytes.length;
  }
  return { ...outputOf(found.map(({ file }) => file)), contents: found.map(textOf) };
}

function write({ operation, fileName, content, contentType, overwrite }: WriteFileRequest, context: FileContext): Promise<BlockResult> {
  const effect = { kind: 'file', target: `${operation} ${fileName}` } as const;
  const bytes = Buffer.from(content);
  const input = { operation, fileName, contentType, overwrite, size: bytes.length };
  return withEffect(context, effect, input, async (key) => {
    const written = { name: fileName, mediaType: contentType, content: bytes, replaces: overwrite };
    const file = await context.use(Files).writeFile(written, key);
    const { id, name, size, url } = file;
    return { id, name, size, url, ...outputOf([file]) };
  });
}

function outputOf(files: readonly RunFile[]): JsonObject {
  const all = files.map((file): JsonObject => ({ ...file }));
  return { file: all[0] ?? null, files: all };
}

function textOf({ file, bytes }: RunFileContent): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BlockFailure(`The file "${file.name}" is not text in UTF-8`, { status: 415, cause });
  }
}
