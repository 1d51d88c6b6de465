import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer from 'multer';
import { ObjectTooLarge } from '#ledger/objects/meter.js';
import { ObjectStore, type StoredObject } from '#ledger/objects/object-store.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import { storageExceeded, StorageRoom } from '#ledger/objects/storage-room.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import { bodyTooLarge, fileTooLarge, uploadLimits } from './upload-limits.js';
import { UploadedBytes } from './uploaded-bytes.js';

export interface UploadedFile {
  /** As it was sent: a label that must not become a path. */
  readonly name: string;
  /** As it was sent. */
  readonly mediaType: string;
  /** Its bytes, or why they were not stored. */
  readonly stored: StoredObject | DomainError;
}

/** The content of a form. */
export interface Upload {
  readonly fields: ReadonlyMap<string, string>;
  /** Undefined when the form has no file under the name `file`. */
  readonly file: UploadedFile | undefined;
}

export interface UploadRequest {
  /** The response to the form. */
  readonly response: Response;
  /** The account whose storage the bytes count towards. */
  readonly account: StorageAccount;
  /** Throws when a file of this name must not be stored, given the fields that precede it in the form. */
  readonly check: (name: string, fields: ReadonlyMap<string, string>) => void;
}

/** The least size of a form beside the bytes of its file. */
const leastEnvelope = 16 * 1024;

/**
 * Forms with a file, which is written to storage as it arrives, so memory does not grow with it. A refused file is read to its end, so that
 * the caller receives the reason, but it is not stored.
 */
@Injectable()
export class Uploads {
  constructor(
    private readonly objects: ObjectStore,
    private readonly room: StorageRoom,
  ) {}

  /**
   * Reads a form and does `work` with it. When that fails the bytes are removed again.
   * @throws DomainError for a form that cannot be read, or that is known to be too large before it is read
   */
  async receive<Result>(upload: UploadRequest, work: (upload: Upload) => Promise<Result>): Promise<Result> {
    const declared = Number(upload.response.req.headers['content-length'] ?? 0);
    if (declared > uploadLimits.body) throw bodyTooLarge();
    const { account } = upload;
    const left = await this.room.left(account);
    if (declared - leastEnvelope > left) throw storageExceeded(account, await this.room.used(account.accountId));
    const intake = new Intake(this.objects, this.room, upload, left);
    try {
      return await work(await readForm(upload, intake));
    } catch (error) {
      if (intake.stored !== undefined) await this.objects.discard(intake.stored).catch(() => undefined);
      throw error;
    }
  }
}

/** The storage of one request, for multer. */
class Intake implements multer.StorageEngine {
  stored: StoredObject | undefined;
  /** Why the server could not store the file, although the form is as it must be. */
  fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly objects: ObjectStore,
    private readonly room: StorageRoom,
    private readonly upload: UploadRequest,
    private readonly left: number,
  ) {}

  _handleFile(request: Request, file: Express.Multer.File, done: (error?: unknown, info?: object) => void): void {
    this.#take(file, fieldsOf(request)).then((stored) => done(undefined, { stored }), done);
  }

  _removeFile(_request: Request, _file: Express.Multer.File, done: (error: Error | null) => void): void {
    done(null);
  }

  async #take({ originalname, stream }: Express.Multer.File, fields: ReadonlyMap<string, string>): Promise<StoredObject | DomainError> {
    // A pipe would destroy the stream of a file that is too large, and with it the rest of the form.
    const bytes = new UploadedBytes(stream);
    try {
      this.upload.check(originalname, fields);
    } catch (error) {
      await bytes.wholeSize();
      if (error instanceof DomainError) return error;
      throw error;
    }
    try {
      this.stored = await this.objects.put(bytes, Math.min(uploadLimits.file, this.left));
      return this.stored;
    } catch (error) {
      if (!(error instanceof ObjectTooLarge)) {
        if (!bytes.isBroken) this.fault = { error };
        throw error;
      }
      const size = await bytes.wholeSize();
      return size > uploadLimits.file ? fileTooLarge(size) : storageExceeded(this.upload.account, await this.#used());
    }
  }

  #used(): Promise<number> {
    return this.room.used(this.upload.account.accountId);
  }
}

function readForm({ response }: UploadRequest, storage: Intake): Promise<Upload> {
  const request = response.req;
  return new Promise((resolve, reject) => {
    const read = multer({
      storage,
      limits: { files: 1, fields: 20, fieldSize: 64 * 1024, parts: 21, fieldNameSize: 200, fieldNestingDepth: 0 },
      // A path is refused, not shortened to its last part.
      preservePath: true,
      defParamCharset: 'utf8',
    }).single('file');
    read(request, response, (error: unknown) => {
      if (storage.fault !== undefined) reject(storage.fault.error as Error);
      else if (error !== undefined && error !== null) reject(error instanceof DomainError ? error : unreadable());
      else if (!isForm(request)) reject(unreadable());
      else resolve({ fields: fieldsOf(request), file: uploaded(request.file) });
    });
    limitBody(response, reject);
  });
}

/** For a form without a stated length. It may never end, so the answer does not wait for its end. */
function limitBody(response: Response, refuse: (error: DomainError) => void): void {
  const request = response.req;
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= uploadLimits.body || size - chunk.length > uploadLimits.body) return;
    request.unpipe();
    request.resume();
    response.setHeader('Connection', 'close');
    refuse(bodyTooLarge());
  });
}

function isForm({ headers }: Request): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

function fieldsOf(request: Request): ReadonlyMap<string, string> {
  const fields = Object.entries((request.body ?? {}) as Readonly<Record<string, unknown>>);
  return new Map(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}

function uploaded(file: Express.Multer.File | undefined): UploadedFile | undefined {
  if (file === undefined) return undefined;
  const { stored } = file as unknown as Pick<UploadedFile, 'stored'>;
  return { name: file.originalname, mediaType: file.mimetype, stored };
}

function unreadable(): DomainError {
  return invalidField([], 'Request body must be valid multipart form data');
}
