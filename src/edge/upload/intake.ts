import type { Request } from 'express';
import type multer from 'multer';
import { ObjectTooLarge } from '#ledger/objects/meter.js';
import type { ObjectStore, StoredObject } from '#ledger/objects/object-store.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import { storageExceeded, type StorageRoom } from '#ledger/objects/storage-room.js';
import { DomainError } from '#kernel/errors.js';
import { fileTooLarge, uploadLimits } from './upload-limits.js';
import { UploadedBytes } from './uploaded-bytes.js';

/** A file of a form, before its bytes are read. */
export interface SentFile {
  /** The name of its field. */
  readonly field: string;
  /** As it was sent: a label that must not become a path. */
  readonly name: string;
}

/** A file of a form that was read. */
export interface FormFile extends SentFile {
  /** As it was sent. */
  readonly mediaType: string;
  /** Its bytes, or why they were not stored. */
  readonly stored: StoredObject | DomainError;
}

/** The content of a form with files. */
export interface FilledForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly FormFile[];
}

/** Throws when the file must not be stored. */
type Admit = (file: SentFile, fields: ReadonlyMap<string, string>) => Promise<StorageAccount>;

/** The storage of one request, for multer. Its files are stored one after the other. */
export class Intake implements multer.StorageEngine {
  /** Why the server could not store a file, although the form is as it must be. */
  fault: { readonly error: unknown } | undefined;
  readonly #stored: StoredObject[] = [];
  readonly #read: UploadedBytes[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly objects: ObjectStore,
    private readonly room: StorageRoom,
    private readonly admit: Admit,
  ) {}

  /** The bytes of all files so far. */
  get fileBytes(): number {
    return this.#read.reduce((sum, { size }) => sum + size, 0);
  }

  /** Stores no more of the files that have not arrived as a whole. */
  breakOff(error: Error): void {
    for (const bytes of this.#read) bytes.breakOff(error);
  }

  /** Removes the bytes that nothing holds. */
  async discard(): Promise<void> {
    await this.#turn;
    for (const stored of this.#stored) await this.objects.discard(stored).catch(() => undefined);
  }

  _handleFile(request: Request, file: Express.Multer.File, done: (error?: unknown, info?: object) => void): void {
    const fields = fieldsOf(request);
    // A pipe would destroy the stream of a file that is too large, and with it the rest of the form.
    const bytes = new UploadedBytes(file.stream);
    this.#read.push(bytes);
    const taken = this.#turn.then(() => this.#take({ field: file.fieldname, name: file.originalname }, fields, bytes));
    this.#turn = taken.catch(() => undefined);
    taken.then((stored) => done(undefined, { stored }), done);
  }

  _removeFile(_request: Request, _file: Express.Multer.File, done: (error: Error | null) => void): void {
    done(null);
  }

  async #take(file: SentFile, fields: ReadonlyMap<string, string>, bytes: UploadedBytes): Promise<StoredObject | DomainError> {
    let account: StorageAccount;
    try {
      account = await this.admit(file, fields);
    } catch (error) {
      await bytes.wholeSize();
      if (error instanceof DomainError) return error;
      throw error;
    }
    try {
      const left = (await this.room.left(account)) - this.#stored.reduce((sum, { size }) => sum + size, 0);
      const stored = await this.objects.put(bytes, Math.min(uploadLimits.file, Math.max(0, left)));
      this.#stored.push(stored);
      return stored;
    } catch (error) {
      if (!(error instanceof ObjectTooLarge)) {
        if (!bytes.isBroken) this.fault = { error };
        throw error;
      }
      const size = await bytes.wholeSize();
      return size > uploadLimits.file ? fileTooLarge(size) : storageExceeded(account, await this.room.used(account.accountId));
    }
  }
}

/** The fields of a form that have arrived. */
export function fieldsOf(request: Request): ReadonlyMap<string, string> {
  const fields = Object.entries((request.body ?? {}) as Readonly<Record<string, unknown>>);
  return new Map(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}

/** The path of a field that a form has several times; undefined if there is none. */
export function repeatedField(request: Request): readonly [string] | undefined {
  const fields = Object.entries((request.body ?? {}) as Readonly<Record<string, unknown>>);
  const repeated = fields.find(([, value]) => Array.isArray(value) && value.length > 1);
  return repeated && [repeated[0]];
}
