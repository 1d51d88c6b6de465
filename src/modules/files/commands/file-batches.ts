import { Injectable } from '@nestjs/common';
import { uploadLimits } from '#edge/upload/upload-limits.js';
import { Logger } from '#host/logging/logger.js';
import { ObjectStore, type StoredObject } from '#ledger/objects/object-store.js';
import { StorageAllowance, type StorageAccount } from '#ledger/objects/storage-allowance.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { prefixedName } from '../domain/file-name.js';
import type { FileView } from '../queries/file-view.js';
import { FileWriter, type StagedFile } from './file-writer.js';

/** Where the files of a request are stored, and for whom. */
export interface BatchPlace {
  readonly workspaceId: string;
  /** The account whose storage they use. */
  readonly accountId: string;
  readonly meta: EventMeta;
}

/** A file of a request; the bytes of one in a form are stored already. */
export interface BatchFile {
  /** The name that was sent. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer | StoredObject;
}

/** Files that one request brings. They exist together or not at all. It does not check permissions. */
@Injectable()
export class FileBatches {
  constructor(
    private readonly objects: ObjectStore,
    private readonly writer: FileWriter,
    private readonly allowance: StorageAllowance,
    private readonly ids: Ids,
    private readonly logger: Logger,
  ) {}

  begin(place: BatchPlace): FileBatch {
    const { objects, writer, ids, logger } = this;
    return new FileBatch(place, { objects, writer, ids, logger, account: () => this.allowance.ofAccount(place.accountId) });
  }
}

interface BatchTools {
  readonly objects: ObjectStore;
  readonly writer: FileWriter;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly account: () => Promise<StorageAccount>;
}

/** The files of one request. */
export class FileBatch {
  #account: StorageAccount | undefined;
  #bytes = 0;
  /** Whether they may be files of the workspace. */
  #mayExist = false;
  readonly #staged: StagedFile[] = [];
  /** What this batch has put into the store. */
  readonly #put: StoredObject[] = [];

  constructor(
    private readonly place: BatchPlace,
    private readonly tools: BatchTools,
  ) {}

  /**
   * Stores the bytes of a file, which is no file of the workspace before `keep`. Names are unique in a workspace, so the stored name has a prefix.
   * @throws DomainError invalid for the name, STORAGE_LIMIT_EXCEEDED
   */
  async add({ name, mediaType, content }: BatchFile): Promise<FileView> {
    const { objects, writer, ids } = this.tools;
    const account = (this.#account ??= await this.tools.account());
    const size = Buffer.isBuffer(content) ? content.length : content.size;
    await writer.requireRoom(account, this.#bytes + size);
    const stored = Buffer.isBuffer(content) ? await objects.put(content, uploadLimits.file) : content;
    if (Buffer.isBuffer(content)) this.#put.push(stored);
    const id = ids.next();
    const file = writer.stage({ ...this.place, id, name: prefixedName(id, name), mediaType, stored, account });
    this.#staged.push(file);
    this.#bytes += size;
    return file.view;
  }

  /** Makes all of them files of the workspace. @throws DomainError STORAGE_LIMIT_EXCEEDED */
  async keep(): Promise<void> {
    this.#mayExist = true;
    await this.tools.writer.keep(this.#staged).catch((error: unknown) => {
      // After a fault of the database they may be stored.
      if (error instanceof DomainError && error.kind !== 'unavailable') this.#mayExist = false;
      throw error;
    });
  }

  /** Takes all of them back. What cannot be taken back is logged: the refusal of the request is another matter. */
  async discard(): Promise<void> {
    const { objects, writer, logger } = this.tools;
    const removals = this.#mayExist
      ? this.#staged.map(
          ({ view }) =>
            () =>
              writer.remove(view, this.place.meta),
        )
      : this.#put.map((stored) => () => objects.discard(stored));
    for (const remove of removals)
      await remove().catch((error: unknown) => logger.warn({ err: error }, 'A file of a request that was refused could not be deleted'));
  }
}
