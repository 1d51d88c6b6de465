import { open, type FileHandle } from 'node:fs/promises';
import type { Decrypter } from 'age-encryption';
import { fileFault } from '#kernel/text/fault-in-words.js';
import { magic } from './backup-format.js';
import { BackupRefused } from './backup-refused.js';

/** The first line of every age file. */
const ageMagic = Buffer.from('age-encryption.org/v1\n');

/** Where the bytes of a backup come from. */
export interface BackupSource {
  /** All bytes of the backup, decrypted. */
  readonly size: number;
  /** Fills a part of the buffer from `from` on, and says how much; 0 is the end. */
  read(into: Buffer, from: number): Promise<number>;
  close(): Promise<void>;
}

/** @throws BackupRefused when the file cannot be opened or decrypted, or is something else */
export async function openSource(path: string, decrypter?: Decrypter): Promise<BackupSource> {
  const file = await open(path).catch((error: unknown) => {
    throw new BackupRefused(fileFault(path, error), { cause: error });
  });
  try {
    if (await beginsWith(file, ageMagic)) return await decrypted(path, file, decrypter);
    if (!(await beginsWith(file, magic))) throw new BackupRefused(`${path} is not a backup of Sluice, or one of another format`);
    if (decrypter !== undefined) throw new BackupRefused(`${path} is not encrypted: restore it without --identity and --passphrase-file`);
    return new PlainSource(file, (await file.stat()).size);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The refusal of a file that is not as it was written. */
export function damaged(path: string, how: string, cause?: unknown): BackupRefused {
  return new BackupRefused(`${path} is damaged: ${how}. Nothing was restored; use another copy of it.`, { cause });
}

async function beginsWith(file: FileHandle, line: Buffer): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(line.length), 0, line.length, 0);
  return buffer.subarray(0, bytesRead).equals(line);
}

class PlainSource implements BackupSource {
  constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

  async read(into: Buffer, from: number): Promise<number> {
    return (await this.file.read(into, from)).bytesRead;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

async function decrypted(path: string, file: FileHandle, decrypter?: Decrypter): Promise<BackupSource> {
  if (decrypter === undefined) throw new BackupRefused(`${path} is encrypted: restore it with --identity or --passphrase-file`);
  const { size } = await file.stat();
  try {
    const content = await decrypter.decrypt(ReadableStream.from(file.createReadStream({ start: 0, autoClose: false })));
    return new DecryptedSource(path, file, content.getReader(), content.size(size));
  } catch (error) {
    if ((error as Error).message.startsWith('no identity matched')) {
      throw new BackupRefused(`${path} cannot be decrypted with this identity or passphrase: it was encrypted for another one`, {
        cause: error,
      });
    }
    throw damaged(path, 'the beginning of the encrypted file cannot be read', error);
  }
}

/** An age file, decrypted 64 KiB at a time while it is read. */
class DecryptedSource implements BackupSource {
  #rest: Uint8Array = new Uint8Array();

  constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly content: ReadableStreamDefaultReader<Uint8Array>,
    readonly size: number,
  ) {}

  async read(into: Buffer, from: number): Promise<number> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.content.read().catch((error: unknown) => {
        throw damaged(this.path, 'a part of it cannot be decrypted', error);
      });
      if (done) return 0;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, into.length - from);
    into.set(part, from);
    this.#rest = this.#rest.subarray(part.length);
    return part.length;
  }

  async close(): Promise<void> {
    await this.content.cancel().catch(() => undefined);
    await this.file.close();
  }
}
