import { constants } from 'node:fs';
import { mkdir, open, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sink, StagedBatch } from './sink.js';

/**
 * Appends batches to one file for each day (UTC). A batch that a crash has cut is written again at its first byte, over the
 * partial one: no batch is in the files twice, and two simultaneous writers write the same bytes.
 */
export class FileSink implements Sink {
  constructor(
    private readonly folder: string,
    private readonly name: string,
  ) {}

  /** The end of the file of its day. */
  async place(at: string): Promise<number> {
    return sizeOf(this.#file(at));
  }

  async deliver({ at, text, place }: StagedBatch): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const file = this.#file(at);
    // An operator may have moved the file away: later batches begin a new file.
    const from = Math.min(place, await sizeOf(file));
    const handle = await open(file, constants.O_WRONLY | constants.O_CREAT, 0o640);
    try {
      await writeAll(handle, Buffer.from(text), from);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (from === 0) await syncFolder(this.folder);
  }

  #file(at: string): string {
    return join(this.folder, `${this.name}-${at.slice(0, 10)}.jsonl`);
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, from: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, from + written);
    written += bytesWritten;
  }
}

/** A new file is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
