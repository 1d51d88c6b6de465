import { Injectable } from '@nestjs/common';
import { EventStore, StreamConflict, UniqueConflict, appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import { holdObject, releaseObject } from '#ledger/objects/object-hold.js';
import type { StoredObject } from '#ledger/objects/object-store.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import { storageExceeded, StorageRoom } from '#ledger/objects/storage-room.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { nameTaken, noSuchFile } from '../domain/file.errors.js';
import { FileDeleted, FileUploaded, fileStream } from '../domain/file.events.js';
import { fileName } from '../domain/file-name.js';
import { claimedType } from '../domain/media-type.js';
import type { FileView } from '../queries/file-view.js';

export interface NewFile {
  readonly id: string;
  readonly workspaceId: string;
  /** The name in the request, not yet validated. */
  readonly name: string;
  readonly mediaType: string;
  readonly stored: StoredObject;
  readonly account: StorageAccount;
  /** The address of the link by which a person uploads it without a key. */
  readonly uploadedByEmail?: string;
  readonly meta: EventMeta;
}

/** A file whose bytes are stored. It exists once its stream and its hold are appended, which needs room of its account. */
export interface StagedFile {
  readonly view: FileView;
  readonly account: StorageAccount;
  readonly stream: StreamAppend;
  readonly hold: Write;
}

/** Writes and deletes files. It does not check permissions. */
@Injectable()
export class FileWriter {
  constructor(
    private readonly store: EventStore,
    private readonly room: StorageRoom,
    private readonly clock: Clock,
  ) {}

  /**
   * The file is durable and its size counted when this resolves.
   * @throws DomainError invalid for the name, DUPLICATE_NAME, STORAGE_LIMIT_EXCEEDED; a conflict when its id is taken
   */
  async add(file: NewFile): Promise<FileView> {
    const staged = this.stage(file);
    await this.keep([staged]);
    return staged.view;
  }

  /**
   * Makes files of one account durable, all together, and counts their sizes.
   * @throws DomainError DUPLICATE_NAME, STORAGE_LIMIT_EXCEEDED; a conflict when an id is taken
   */
  async keep(files: readonly StagedFile[]): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    const bytes = files.reduce((sum, { view }) => sum + view.size, 0);
    await this.room.claim(first.account, bytes, async () => {
      try {
        await this.store.append({ streams: files.map(({ stream }) => stream), writes: files.map(({ hold }) => hold) });
      } catch (error) {
        throw error instanceof UniqueConflict && error.constraint === 'workspace_file_name' ? nameTaken(first.view.name) : error;
      }
    });
  }

  /** The file, for a caller that makes it durable together with other events. @throws DomainError invalid for the name */
  stage({ id, workspaceId, stored, account, uploadedByEmail, meta, ...sent }: NewFile): StagedFile {
    const file = {
      name: fileName(sent.name),
      size: stored.size,
      mediaType: claimedType(sent.mediaType),
      objectKey: stored.key,
      uploadedBy: meta.actorId ?? null,
      uploadedAt: this.clock.now().toISOString(),
    };
    const { accountId } = account;
    const uploaded = FileUploaded({ ...file, ...(uploadedByEmail === undefined ? {} : { uploadedByEmail }), accountId });
    return {
      view: { id, workspaceId, ...file, uploadedByEmail: uploadedByEmail ?? null },
      account,
      stream: appendTo(fileStream.at(id, workspaceId), { expected: 0, events: [uploaded], meta }),
      hold: holdObject({ id, objectKey: stored.key, workspaceId, accountId, bytes: stored.size }),
    };
  }

  /** The file that was written under an id, even if it has been deleted since. */
  async made(workspaceId: string, id: string): Promise<FileView | undefined> {
    const [first] = await this.store.read(fileStream, id, 0, 1);
    if (first?.type !== 'file.uploaded') return undefined;
    const { accountId: _, uploadedByEmail = null, ...file } = first.payload;
    return { id, workspaceId, ...file, uploadedByEmail };
  }

  /** A preliminary check without a reservation. @throws DomainError STORAGE_LIMIT_EXCEEDED */
  async requireRoom(account: StorageAccount, bytes: number): Promise<void> {
    if (bytes > (await this.room.left(account))) throw storageExceeded(account, await this.room.used(account.accountId));
  }

  /**
   * Adds a file and deletes the one whose name it takes, both or none of them.
   * @throws DomainError like `add`, and not-found when the other one has already been deleted
   */
  async replace(present: FileView, file: NewFile): Promise<FileView> {
    const { view, account, stream, hold } = this.stage(file);
    const isOfAccount = (await this.room.accountOf(present.id)) === account.accountId;
    const bytes = view.size - (isOfAccount ? present.size : 0);
    const streams = [deletion(present, file.meta), stream];
    const append = (): Promise<void> => this.store.append({ streams, writes: [releaseObject(present.id), hold] });
    try {
      await (bytes <= 0 ? append() : this.room.claim(account, bytes, append));
    } catch (error) {
      if (error instanceof UniqueConflict && error.constraint === 'workspace_file_name') throw nameTaken(view.name);
      throw error instanceof StreamConflict ? noSuchFile() : error;
    }
    return view;
  }

  /** The file is deleted when this resolves. @throws DomainError not-found when it has already been deleted */
  async remove(file: FileView, meta: EventMeta): Promise<void> {
    const { id } = file;
    const stream = deletion(file, meta);
    try {
      await this.store.append({ streams: [stream], writes: [releaseObject(id)] });
    } catch (error) {
      throw error instanceof StreamConflict ? noSuchFile() : error;
    }
  }
}

function deletion({ id, workspaceId, name }: FileView, meta: EventMeta): StreamAppend {
  return appendTo(fileStream.at(id, workspaceId), { expected: 1, events: [FileDeleted({ name })], meta });
}
