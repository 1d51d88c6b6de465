import { constants } from 'node:fs';
import { access, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from '#host/postgres/folder/make-folder.js';
import { ByteStore, BytesMissing, type ByteRange } from './byte-store.js';

/** What a write keeps in memory. */
const gatheredBytes = 256 * 1024;

/** A name that stays within the folder, in full and when it is cut. */
const plainName = /^[\w-]+$/;

/**
 * Bytes in a folder. They are written under another name, forced to the disk and renamed, so that what has its name is whole; the
 * folders are forced to the disk as well, since they hold the name.
 */
export class DiskBytes extends ByteStore {
  readonly #incoming: string;

  constructor(private readonly folder: string) {
    super();
    this.#incoming = join(folder, 'incoming');
  }

  async write(location: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const [partial, place] = [this.#partial(location), this.#place(location)];
    try {
      await makeFolders(this.folder, this.#incoming, dirname(place));
      // Over what a killed restore has left there: no other process writes to this location.
      const file = await open(partial, 'w', 0o600);
      try {
        await writeGathered(file, bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, place);
      await syncFolder(dirname(place));
    } catch (error) {
      await this.remove(location).catch(() => undefined);
      throw error;
    }
  }

  async open(location: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#place(location), 'r').catch((error: unknown) => {
      throw isMissing(error) ? new BytesMissing(location, { cause: error }) : error;
    });
    return file.createReadStream(range === undefined ? {} : { start: range.first, end: range.last });
  }

  async exists(location: string): Promise<boolean> {
    try {
      await access(this.#place(location), constants.F_OK);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async remove(location: string): Promise<void> {
    for (const path of [this.#partial(location), this.#place(location)]) await rm(path, { force: true });
  }

  async close(): Promise<void> {
    // A folder has no connections.
  }

  #partial(location: string): string {
    return join(this.#incoming, plain(location));
  }

  /** The end of an id is random, so the files spread over the folders. */
  #place(location: string): string {
    return join(this.folder, plain(location).slice(-2), location);
  }
}

/** Locations are ids of ours; anything else could lead out of the folder. */
function plain(location: string): string {
  if (plainName.test(location)) return location;
  throw new Error(`${JSON.stringify(location)} cannot be the location of stored bytes`);
}

/** Small chunks go to the disk together, by way of one piece of memory that is used again and again. */
async function writeGathered(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const gathered = Buffer.allocUnsafeSlow(gatheredBytes);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let taken = 0; taken < chunk.length;) {
      const part = chunk.subarray(taken, taken + gathered.length - filled);
      gathered.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled < gathered.length) continue;
      await writeAll(file, gathered);
      filled = 0;
    }
  }
  await writeAll(file, gathered.subarray(0, filled));
}

/** The system may take less than it is given. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += (await file.write(bytes, written)).bytesWritten;
}

/** Makes folders, and makes the names of new ones durable. */
async function makeFolders(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const first = await makeFolder(folder);
    if (first !== undefined) await syncFolder(dirname(first));
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
