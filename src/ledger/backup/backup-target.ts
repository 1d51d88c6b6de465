import type { FileHandle } from 'node:fs/promises';
import type { Encrypter } from 'age-encryption';

/** Where the bytes of a backup go. */
export interface BackupTarget {
  /** In the file so far. */
  readonly bytes: number;
  write(bytes: Buffer): Promise<void>;
  /** Resolves when all bytes were given to the file. */
  end(): Promise<void>;
  /** Resolves when the file is used no more. */
  abandon(): Promise<void>;
}

/** The file as it is. */
export class PlainTarget implements BackupTarget {
  bytes = 0;

  constructor(private readonly file: FileHandle) {}

  async write(bytes: Uint8Array): Promise<void> {
    await this.file.writeFile(bytes);
    this.bytes += bytes.length;
  }

  async end(): Promise<void> {}

  async abandon(): Promise<void> {}
}

/** An age file, encrypted 64 KiB at a time while it is written. */
export class EncryptedTarget implements BackupTarget {
  private constructor(
    private readonly plain: WritableStreamDefaultWriter<Uint8Array>,
    private readonly target: PlainTarget,
    private readonly stored: Promise<void>,
  ) {}

  static async begin(file: FileHandle, encrypter: Encrypter): Promise<EncryptedTarget> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const target = new PlainTarget(file);
    const stored = store(await encrypter.encrypt(readable), target);
    // The next write, or the end, reports it.
    stored.catch(() => undefined);
    return new EncryptedTarget(writable.getWriter(), target, stored);
  }

  get bytes(): number {
    return this.target.bytes;
  }

  async write(bytes: Buffer): Promise<void> {
    // The stream does not say why it takes no more; what could not be stored does.
    await this.plain.write(bytes).catch(() => this.stored);
  }

  async end(): Promise<void> {
    await this.plain.close().catch(() => this.stored);
    await this.stored;
  }

  async abandon(): Promise<void> {
    await this.plain.abort().catch(() => undefined);
    await this.stored.catch(() => undefined);
  }
}

async function store(encrypted: ReadableStream<Uint8Array>, target: PlainTarget): Promise<void> {
  for await (const bytes of encrypted) await target.write(bytes);
}
