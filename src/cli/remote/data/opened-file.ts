import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileFault } from '#kernel/text/fault-in-words.js';
import { CommandFailed } from '../../failure.js';

/** The content of a file, which is read while it is sent. @throws CommandFailed when it cannot be read */
export async function openedFile(path: string): Promise<Blob> {
  try {
    // Errors of blobs have no codes.
    const file = await open(path, 'r');
    try {
      await file.read(Buffer.alloc(1), 0, 1, 0);
    } finally {
      await file.close();
    }
    return await openAsBlob(path);
  } catch (error) {
    throw new CommandFailed(fileFault(path, error), { cause: error });
  }
}
