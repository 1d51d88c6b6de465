import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ObjectStore, type StoredObject } from '#ledger/objects/object-store.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import { storageExceeded, StorageRoom } from '#ledger/objects/storage-room.js';
import type { DomainError } from '#kernel/errors.js';
import { refuseRepeated } from '../body/fields/repeated-keys.js';
import { unstorableField } from '../body/form-body.js';
import { Intake, repeatedField, type FilledForm, type SentFile } from './intake.js';
import { readForm, type FormShape } from './read-form.js';
import { bodyTooLarge, uploadLimits } from './upload-limits.js';

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

export interface FormRequest {
  /** The response to the form. */
  readonly response: Response;
  /** The account whose storage a file counts towards. Throws when the file must not be stored, given the fields that precede it. */
  readonly admit: (file: SentFile, fields: ReadonlyMap<string, string>) => Promise<StorageAccount>;
}

/** The least size of a form beside the bytes of its file. */
const leastEnvelope = 16 * 1024;
const oneFile: FormShape = { fileField: 'file', mostFiles: 1, mostFields: 20, fieldBytes: 64 * 1024, textBytes: uploadLimits.body };
const anyFiles: FormShape = {
  fileField: null,
  mostFiles: 100,
  mostFields: 500,
  fieldBytes: uploadLimits.text,
  textBytes: uploadLimits.text,
};

/**
 * Forms with files, which are written to storage as they arrive, so memory does not grow with them. A refused file is read to its end, so that
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
    const declared = declaredBytes(upload.response);
    if (declared > uploadLimits.body) throw bodyTooLarge();
    const { account, response, check } = upload;
    const left = await this.room.left(account);
    if (declared - leastEnvelope > left) throw storageExceeded(account, await this.room.used(account.accountId));
    const intake = new Intake(this.objects, this.room, async ({ name }, fields) => {
      check(name, fields);
      return account;
    });
    try {
      const { fields, files } = await readForm(response, intake, oneFile);
      // Before the reason why a file was not stored, which may be what a field with such a text names.
      refuseRepeated(repeatedField(response.req));
      const problem = unstorableField(fields);
      if (problem !== undefined) throw problem;
      return await work({ fields, file: files[0] });
    } catch (error) {
      await intake.discard();
      throw error;
    }
  }

  /**
   * Reads a form with any number of files and does `work` with it. Afterwards the bytes that nothing holds are removed again.
   * @throws DomainError for a form that cannot be read or is too large
   */
  async receiveForm<Result>({ response, admit }: FormRequest, work: (form: FilledForm) => Promise<Result>): Promise<Result> {
    const isTooLarge = declaredBytes(response) > uploadLimits.body;
    const intake = new Intake(this.objects, this.room, async (file, fields) => {
      const account = await admit(file, fields);
      if (isTooLarge) throw bodyTooLarge();
      return account;
    });
    try {
      return await work(await readForm(response, intake, anyFiles));
    } finally {
      await intake.discard();
    }
  }
}

function declaredBytes({ req }: Response): number {
  return Number(req.headers['content-length'] ?? 0);
}
