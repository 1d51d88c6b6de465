import { DomainError, InfrastructureFault, statusOf } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { ModelCapability, PinnedModel } from '#engine/agents/model-answer.js';
import type { FilePart, UserPart } from '#engine/agents/model-message.js';
import { fileReferences } from '../../data/file-references.js';
import { isFilled } from '../../fields/blank.js';
import type { WorkspaceFiles } from '../../ports/files.js';

/** Of all files of a call together. */
export const mostBytes = 20 * 1024 * 1024;
/** Of the text that is sent instead of a file. */
const mostCharacters = 200_000;

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
    if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
    throw new BlockFailure(`${name}: ${error.message}`, { status: statusOf[error.kind], cause: error });
  }
}

/** How files become parts of messages for one model. */
export interface FileUse {
  readonly model: PinnedModel;
  /** Whether files that the model does not take are sent as their text. */
  readonly asText: boolean;
  readonly store: () => WorkspaceFiles;
  /** Ends the reading of files that are sent as their text. */
  readonly signal: AbortSignal;
  /** What was sent as text is added to it. */
  readonly warnings: string[];
}

/** @throws BlockFailure for files that are too large together; nothing of them has been read by then */
export function requireRoom(files: readonly FilePart[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > mostBytes) throw new BlockFailure(`The files have more than ${mostBytes / 1024 / 1024} MB together`, { status: 413 });
}

/** Files as the model takes them: of those that it does not take their text, if the author allows that. @throws BlockFailure */
export async function usableParts(files: readonly FilePart[], use: FileUse): Promise<readonly UserPart[]> {
  const parts: UserPart[] = [];
  for (const file of files) parts.push(takes(use.model, file) ? file : await textInstead(file, use));
  return parts;
}

/** A provider that says nothing about a model may take anything. */
export function takes({ capabilities }: PinnedModel, { mediaType }: FilePart): boolean {
  const needed = neededFor(mediaType);
  return capabilities.length === 0 || needed === null || capabilities.includes(needed);
}

async function textInstead({ fileId, name, mediaType }: FilePart, { model, asText, store, signal, warnings }: FileUse): Promise<UserPart> {
  const refusal = `${model.name} of ${model.providerName} takes no files of type ${mediaType} ("${name}")`;
  if (!asText) throw new BlockFailure(`${refusal}. Choose a model that does, or set filesAsText to send their text`, { status: 415 });
  const text = await store()
    .textOf(fileId, mostBytes, signal)
    .catch((error: unknown) => {
      if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
      throw new BlockFailure(`${refusal}, and its text cannot be sent: ${error.message}`, { status: statusOf[error.kind], cause: error });
    });
  const isCut = text.length > mostCharacters;
  warnings.push(`${refusal}: its text was sent${isCut ? `, the first ${mostCharacters} of ${text.length} characters` : ''}`);
  return { type: 'text', text: `${name}:\n\n${text.slice(0, mostCharacters)}` };
}

/** What a model must be able to do to take such a file; null for text, which goes into the message. */
function neededFor(mediaType: string): ModelCapability | null {
  if (mediaType.startsWith('text/') || mediaType === 'application/json') return null;
  if (mediaType.startsWith('image/')) return 'vision';
  return mediaType.startsWith('audio/') ? 'audio' : 'files';
}
