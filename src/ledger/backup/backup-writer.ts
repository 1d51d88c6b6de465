import { createHash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Encrypter } from 'age-encryption';
import {
  footerOf,
  frameKind,
  kindBytes,
  magic,
  partBytes,
  type BackupFooter,
  type BackupHeader,
  type FrameKind,
  type ItemBegin,
} from './backup-format.js';
import { fileFault } from '#kernel/text/fault-in-words.js';
import { BackupRefused } from './backup-refused.js';
import { EncryptedTarget, PlainTarget, type BackupTarget } from './backup-target.js';

const compress = promisify(zstdCompress);

/** Writes a backup beside its name, and gives it the name when it is whole and on the disk. */
export class BackupWriter {
  readonly #hash = createHash('sha256');
  #totals = { tables: 0, rows: 0, files: 0 };

  private constructor(
    private readonly path: string,
    private readonly draft: string,
    private readonly file: FileHandle,
    private readonly target: BackupTarget,
  ) {}

  /** @throws BackupRefused when nothing can be written there */
  static async begin(path: string, header: BackupHeader, encrypter?: Encrypter): Promise<BackupWriter> {
    const draft = `${path}.${process.pid}.partial`;
    const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw new BackupRefused(fileFault(dirname(path), error), { cause: error });
    });
    try {
      const target = encrypter === undefined ? new PlainTarget(file) : await EncryptedTarget.begin(file, encrypter);
      const writer = new BackupWriter(path, draft, file, target);
      await writer.#write(magic);
      await writer.#frame(frameKind.header, JSON.stringify(header));
      return writer;
    } catch (error) {
      await file.close();
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** In the file so far, compressed. */
  get bytes(): number {
    return this.target.bytes;
  }

  /** `rows` is asked once, when the data is through. */
  async item(begin: ItemBegin, data: AsyncIterable<Buffer>, rows: () => number | Promise<number>): Promise<void> {
    await this.#frame(frameKind.begin, JSON.stringify(begin));
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of inParts(data)) {
      hash.update(part);
      bytes += part.length;
      await this.#frame(frameKind.data, await compress(part));
    }
    const counted = await rows();
    const { tables, files } = this.#totals;
    const isTable = begin.kind === 'table';
    this.#totals = { tables: tables + Number(isTable), rows: this.#totals.rows + counted, files: files + Number(!isTable) };
    await this.#frame(frameKind.end, JSON.stringify({ rows: counted, bytes, sha256: hash.digest('hex') }));
  }

  async finish(): Promise<BackupFooter> {
    const footer = footerOf(this.#totals, this.#hash.copy());
    await this.#frame(frameKind.footer, JSON.stringify(footer));
    await this.target.end();
    await this.file.sync();
    await this.file.close();
    await rename(this.draft, this.path);
    await syncFolder(dirname(this.path));
    return footer;
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    await this.target.abandon();
    await this.file.close().catch(() => undefined);
    await rm(this.draft, { force: true });
  }

  async #frame(kind: FrameKind, content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content);
    const begin = Buffer.alloc(kindBytes);
    begin.writeUInt8(kind, 0);
    begin.writeUInt32BE(bytes.length, 1);
    await this.#write(Buffer.concat([begin, bytes]));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    await this.target.write(bytes);
  }
}

async function* inParts(data: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of data) {
    parts.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
