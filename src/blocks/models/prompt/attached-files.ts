import { DomainError, statusOf } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { ModelCapability, PinnedModel } from '#engine/agents/model-answer.js';
import type { FilePart } from '#engine/agents/model-message.js';
import { fileReferences } from '../../data/file-references.js';
import { isFilled } from '../../fields/blank.js';
import type { WorkspaceFiles } from '../../ports/files.js';

const mostBytes = 20 * 1024 * 1024;

/**
 * The files that a value names, as parts of a message: by reference, since their bytes are read for each call.
 * @throws BlockFailure for a file that does not exist, or that the model cannot take
 */
export async function attachedFiles(name: string, value: Json | undefined, store: () => WorkspaceFiles): Promise<readonly FilePart[]> {
  if (!isFilled(value) || (Array.isArray(value) && value.length === 0)) return [];
  const parts: FilePart[] = [];
  for (const reference of fileReferences(name, value)) {
    const { id, name: fileName, type, size } = await found(store().file(reference), name);
    parts.push({ type: 'file', fileId: id, name: fileName, mediaType: type, size });
  }
  return parts;
}

async function found<Value>(file: Promise<Value>, name: string): Promise<Value> {
  try {
    return await file;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new BlockFailure(`${name}: ${error.message}`, { status: statusOf[error.kind], cause: error });
  }
}

/** @throws BlockFailure for files that are too large together, or of a type that the model does not take */
export function requireUsable(files: readonly FilePart[], { name, providerName, capabilities }: PinnedModel): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostBytes) throw new BlockFailure(`The files have more than ${mostBytes / 1024 / 1024} MB together`, { status: 413 });
  // A provider that says nothing about a model may take anything.
  if (capabilities.length === 0) return;
  const refusedFile = files.find(({ mediaType }) => {
    const needed = neededFor(mediaType);
    return needed !== null && !capabilities.includes(needed);
  });
  if (refusedFile === undefined) return;
  const { name: file, mediaType } = refusedFile;
  throw new BlockFailure(
    `${name} of ${providerName} takes no files of type ${mediaType} ("${file}"). Choose a model that does, or give the model the text of the file`,
    { status: 415 },
  );
}

/** What a model must be able to do to take such a file; null for text, which goes into the message. */
function neededFor(mediaType: string): ModelCapability | null {
  if (mediaType.startsWith('text/') || mediaType === 'application/json') return null;
  if (mediaType.startsWith('image/')) return 'vision';
  return mediaType.startsWith('audio/') ? 'audio' : 'files';
}
