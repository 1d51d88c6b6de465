import type { JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { RunData, RunFile, RunFileContent } from '../run-data.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { operationProblems } from '../data-fields.js';
import { doWithData } from '../data-work.js';
import type { PublishedBlock } from '../../palette.js';
import { filePalette } from './file-palette.js';
import { fileOperations, readFileRequest, type FindFilesRequest, type WriteFileRequest } from './file-request.js';

/** Both names are in use; they do the same. */
const types = ['file', 'file_v5'] as const;

const mostBytes = 10 * 1024 * 1024;

/** The files of the workspace. */
export const fileBlocks: readonly PublishedBlock[] = types.map((type) => ({
  type,
  palette: filePalette,
  check: (block) => operationProblems(block, fileOperations),
  run: (block, context) => {
    const request = readFileRequest(block, context.inputs);
    return request.operation === 'file_write' ? write(request, context) : find(request, context);
  },
}));

function find({ operation, files }: FindFilesRequest, context: BlockContext): Promise<BlockResult> {
  const effect = { kind: 'file', target: `${operation} ${files.join(', ')}` } as const;
  const work = operation === 'file_read' ? looked : opened;
  return doWithData(context, effect, { operation, files }, (data) => work(files, data));
}

async function looked(references: readonly string[], data: RunData): Promise<JsonObject> {
  const files: RunFile[] = [];
  for (const reference of references) files.push(await data.file(reference));
  return told(files);
}

/** One after the other, so that all of them together stay within the limit. */
async function opened(references: readonly string[], data: RunData): Promise<JsonObject> {
  const found: RunFileContent[] = [];
  let left = mostBytes;
  for (const reference of references) {
    const content = await data.readFile(reference, left);
    found.push(content);
    left -= content.bytes.length;
  }
  return { ...told(found.map(({ file }) => file)), contents: found.map(textOf) };
}

function write({ operation, fileName, content, contentType, overwrite }: WriteFileRequest, context: BlockContext): Promise<BlockResult> {
  const effect = { kind: 'file', target: `${operation} ${fileName}` } as const;
  const bytes = Buffer.from(content);
  const input = { operation, fileName, contentType, overwrite, size: bytes.length };
  return doWithData(context, effect, input, async (data, key) => {
    const file = await data.writeFile({ name: fileName, mediaType: contentType, content: bytes, replaces: overwrite }, key);
    const { id, name, size, url } = file;
    return { id, name, size, url, ...told([file]) };
  });
}

function told(files: readonly RunFile[]): JsonObject {
  const all = files.map((file): JsonObject => ({ ...file }));
  return { file: all[0] ?? null, files: all };
}

function textOf({ file, bytes }: RunFileContent): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BlockFailure(`The file "${file.name}" is no text in UTF-8`, { status: 415, cause });
  }
}
