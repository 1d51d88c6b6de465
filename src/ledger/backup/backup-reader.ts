import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { Decrypter } from 'age-encryption';
import {
  footerOf,
  frameKind,
  kindBytes,
  magic,
  mostFrameBytes,
  type BackupFooter,
  type BackupHeader,
  type ItemBegin,
  type ItemEnd,
} from './backup-format.js';
import { BackupRefused } from './backup-refused.js';
import { damaged, openSource, type BackupSource } from './backup-source.js';

const decompress = promisify(zstdDecompress);

interface Frame {
  readonly kind: number;
  readonly content: Buffer;
}

/** An item of a backup. Its data has to be read to its end before the next item. */
export interface BackupItem extends ItemBegin {
  /** @throws BackupRefused at its end when it is not what was written */
  readonly data: AsyncIterable<Buffer>;
  /** Known when the data was read to its end. */
  readonly end: () => ItemEnd;
}

/** Reads a backup from its beginning to its end, once. */
export class BackupReader {
  readonly #hash: Hash = createHash('sha256');
  #place = 0;

  private constructor(
    private readonly path: string,
    private readonly source: BackupSource,
  ) {}

  /** @throws BackupRefused when it cannot be opened or decrypted, or is something else */
  static async open(path: string, decrypter?: Decrypter): Promise<BackupReader> {
    const reader = new BackupReader(path, await openSource(path, decrypter));
    try {
      const begin = await reader.#read(magic.length);
      if (!begin.equals(magic)) throw new BackupRefused(`${path} is encrypted, and what is in it is not a backup of Sluice`);
      return reader;
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.source.close();
  }

  /** How many bytes there are to read. */
  get size(): number {
    return this.source.size;
  }

  /** How many bytes were read. */
  get place(): number {
    return this.#place;
  }

  async header(): Promise<BackupHeader> {
    return this.#json(await this.#next(), frameKind.header) as BackupHeader;
  }

  /** Reads all of it without looking into it. @throws BackupRefused unless every byte is as it was written */
  async check(): Promise<BackupFooter> {
    let before: Hash;
    let frame: Frame;
    do {
      before = this.#hash.copy();
      frame = await this.#next();
    } while (frame.kind !== frameKind.footer);
    const footer = this.#json(frame, frameKind.footer) as BackupFooter;
    if (JSON.stringify(footerOf(footer, before)) !== frame.content.toString()) throw this.#damaged('its digest is another one');
    if (this.#place !== this.size) throw this.#damaged('something was added to it');
    return footer;
  }

  async *items(): AsyncGenerator<BackupItem> {
    for (let frame = await this.#next(); frame.kind !== frameKind.footer; frame = await this.#next()) {
      const begin = this.#json(frame, frameKind.begin) as ItemBegin;
      let end: ItemEnd | undefined;
      yield {
        ...begin,
        data: this.#data(begin.name, (found) => (end = found)),
        end: () => {
          if (end === undefined) throw new Error(`${begin.name} was not read to its end`);
          return end;
        },
      };
      if (end === undefined) throw new Error(`${begin.name} was passed over`);
    }
  }

  async *#data(name: string, ended: (end: ItemEnd) => void): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let frame = await this.#next();
    for (; frame.kind === frameKind.data; frame = await this.#next()) {
      const part = await decompress(frame.content).catch((error: unknown) => {
        throw this.#damaged(`${name} cannot be decompressed`, error);
      });
      hash.update(part);
      yield part;
    }
    const end = this.#json(frame, frameKind.end) as ItemEnd;
    if (end.sha256 !== hash.digest('hex')) throw this.#damaged(`the digest of ${name} is another one`);
    ended(end);
  }

  async #next(): Promise<Frame> {
    const begin = await this.#read(kindBytes);
    const length = begin.readUInt32BE(1);
    if (length > mostFrameBytes) throw this.#damaged(`a part of it claims ${length} bytes`);
    return { kind: begin.readUInt8(0), content: await this.#read(length) };
  }

  async #read(length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const bytesRead = await this.source.read(bytes, filled);
      if (bytesRead === 0) throw this.#damaged('its end is missing');
      filled += bytesRead;
    }
    this.#place += length;
    this.#hash.update(bytes);
    return bytes;
  }

  #json({ kind, content }: Frame, expected: number): unknown {
    try {
      if (kind === expected) return JSON.parse(content.toString()) as unknown;
    } catch (error) {
      throw this.#damaged('a part of it cannot be read', error);
    }
    throw this.#damaged('its parts are in the wrong order');
  }

  #damaged(how: string, cause?: unknown): BackupRefused {
    return damaged(this.path, how, cause);
  }
}
