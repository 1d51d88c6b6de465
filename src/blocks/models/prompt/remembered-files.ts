import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import type { FilePart, ModelMessage, TextPart, UserPart } from '#engine/agents/model-message.js';
import { mostBytes, takes, type FileUse } from './attached-files.js';

/** So many files of earlier messages are looked up at most. */
const mostFiles = 20;
const mostNamed = 5;

/**
 * The messages with those remembered files that can be sent again: each once, the newest first, if it exists, the model takes it, and there
 * is room beside the new files. In place of another one is its name.
 */
export async function withRememberedFiles(
  messages: readonly ModelMessage[],
  remembered: readonly ModelMessage[],
  use: Pick<FileUse, 'model' | 'store' | 'warnings'>,
): Promise<ModelMessage[]> {
  const earlier = new Set(remembered.flatMap(filesOf));
  if (earlier.size === 0) return [...messages];
  const own = messages.flatMap(filesOf).filter((file) => !earlier.has(file));
  const seen = new Set(own.map(({ fileId }) => fileId));
  const most = seen.size + mostFiles;
  let room = own.reduce((left, { size }) => left - size, mostBytes);
  const unsent: string[] = [];
  const partFor = async (file: FilePart): Promise<UserPart> => {
    if (seen.has(file.fileId)) return nameOf(file);
    seen.add(file.fileId);
    const size = takes(use.model, file) && seen.size <= most ? await sizeOf(file, use) : Infinity;
    if (size > room) {
      unsent.push(file.name);
      return nameOf(file);
    }
    room -= size;
    return { ...file, size };
  };
  const newestFirst: ModelMessage[] = [];
  for (const message of messages.toReversed()) {
    if (message.role !== 'user') newestFirst.push(message);
    else {
      const content: UserPart[] = [];
      for (const part of message.content) content.push(part.type === 'file' && earlier.has(part) ? await partFor(part) : part);
      newestFirst.push({ ...message, content });
    }
  }
  if (unsent.length > 0) use.warnings.push(warningOf(unsent));
  return newestFirst.toReversed();
}

function filesOf(message: ModelMessage): readonly FilePart[] {
  return message.role === 'user' ? message.content.filter((part) => part.type === 'file') : [];
}

function nameOf({ name }: FilePart): TextPart {
  return { type: 'text', text: `[file ${name}]` };
}

/** In bytes; infinite for a file that does not exist any more. */
async function sizeOf({ fileId }: FilePart, { store }: Pick<FileUse, 'store'>): Promise<number> {
  try {
    return (await store().file(fileId)).size;
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
    return Infinity;
  }
}

function warningOf(unsent: readonly string[]): string {
  const more = unsent.length > mostNamed ? ` and ${unsent.length - mostNamed} more` : '';
  const why = 'They are deleted, the model does not take them, or there is no room for them';
  return `Files of earlier messages are not sent again: ${unsent.slice(0, mostNamed).join(', ')}${more}. ${why}`;
}
