import { DomainError } from '#kernel/errors.js';
import type { ModelCapability, PinnedModel } from '#engine/agents/model-answer.js';
import type { FilePart } from '#engine/agents/model-message.js';
import type { ModelRequest } from '#blocks/ports/language-models.js';
import { isText } from './prompt.js';
import { filesOf } from './token-count.js';

/** All files of one call. They are in memory, and once more as base64 in the request. */
const mostBytes = 32 * 1024 * 1024;

/** The bytes of the files of a request, by their ids. Sizes are checked before anything is read. @throws DomainError */
export async function sentFiles({ messages, model, readFile }: ModelRequest): Promise<ReadonlyMap<string, Buffer>> {
  const files = messages.flatMap(filesOf);
  for (const file of files) requireCapability(file, model);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > mostBytes) {
    throw new DomainError(
      'invalid',
      'MODEL_FILES_TOO_LARGE',
      `the files have ${size} bytes; a call may have ${mostBytes}. Attach fewer or smaller files`,
    );
  }
  const read = new Map<string, Buffer>();
  for (const { fileId } of files) if (!read.has(fileId)) read.set(fileId, await readFile(fileId));
  return read;
}

/** A model of which nothing is known is sent everything: its provider decides. */
function requireCapability(file: FilePart, { capabilities }: PinnedModel): void {
  const needed = capabilityFor(file);
  if (needed === undefined || capabilities.length === 0 || capabilities.includes(needed)) return;
  const message = `${file.name} is ${file.mediaType}, which the model does not read (it lacks ${needed}). Choose another model, or send the text of the file`;
  throw new DomainError('invalid', 'MODEL_FILE_UNSUPPORTED', message);
}

function capabilityFor(file: FilePart): ModelCapability | undefined {
  if (isText(file)) return undefined;
  if (file.mediaType.startsWith('image/')) return 'vision';
  return file.mediaType.startsWith('audio/') ? 'audio' : 'files';
}
