import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { fileTooLarge, uploadLimits } from '#edge/upload/upload-limits.js';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { StorageAllowance, type StorageAccount } from '#ledger/objects/storage-allowance.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { fileName } from '../domain/file-name.js';
import { FileRows } from '../queries/file-rows.js';
import type { FileView } from '../queries/file-view.js';
import { effectFileId } from './effect-file-id.js';
import { FileWriter, type NewFile } from './file-writer.js';

const mostAttempts = 10;

/** A file that a run writes in its workspace. */
export interface FileOfRun {
  readonly workspaceId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
  /** The account whose storage it uses. */
  readonly accountId: string;
  /** The user that the run acts for. */
  readonly meta: EventMeta;
  /** Whether an existing file with the same name is deleted first. */
  readonly replaces: boolean;
}

/**
 * Writes a file for a run. A repeated `effectKey` writes only once and returns the first file. It does not check permissions.
 * @throws DomainError invalid for the name, DUPLICATE_NAME, STORAGE_LIMIT_EXCEEDED, PAYLOAD_TOO_LARGE beyond 100 MiB
 */
export class WriteFile extends Command<FileView> {
  constructor(
    readonly file: FileOfRun,
    readonly effectKey: string,
  ) {
    super();
  }
}

@CommandHandler(WriteFile)
export class WriteFileHandler implements ICommandHandler<WriteFile> {
  constructor(
    private readonly objects: ObjectStore,
    private readonly files: FileRows,
    private readonly writer: FileWriter,
    private readonly allowance: StorageAllowance,
  ) {}

  async execute({ file, effectKey }: WriteFile): Promise<FileView> {
    const id = effectFileId(file.workspaceId, effectKey);
    const made = await this.writer.made(file.workspaceId, id);
    if (made !== undefined) return made;
    if (file.content.length > uploadLimits.file) throw fileTooLarge(file.content.length);
    const account = await this.allowance.ofAccount(file.accountId);
    const stored = await this.objects.put(file.content, uploadLimits.file);
    try {
      return await this.#add({ ...file, id, stored, account }, file);
    } catch (error) {
      await this.objects.discard(stored).catch(() => undefined);
      // A concurrent attempt of the same effect has taken the name or the id.
      const madeMeanwhile = await this.writer.made(file.workspaceId, id);
      if (madeMeanwhile === undefined) throw error;
      return madeMeanwhile;
    }
  }

  /** Where several runs replace a file at the same time, each of them does. */
  async #add(added: NewFile, file: FileOfRun): Promise<FileView> {
    for (let attempt = 1; ; attempt += 1) {
      if (file.replaces) await this.#clearName(file, added.account);
      try {
        return await this.writer.add(added);
      } catch (error) {
        const isTaken = error instanceof DomainError && error.code === 'DUPLICATE_NAME';
        if (!file.replaces || !isTaken || attempt >= mostAttempts) throw error;
      }
    }
  }

  /** Deletes the existing file only after a check that the new one fits into the storage limit. */
  async #clearName({ workspaceId, name, content, meta }: FileOfRun, account: StorageAccount): Promise<void> {
    const present = await this.files.named(workspaceId, fileName(name));
    if (present === undefined) return;
    await this.writer.requireRoom(account, content.length - present.size);
    await this.writer.remove(present, meta).catch((error: unknown) => {
      // Another run has deleted it.
      if (!(error instanceof DomainError && error.kind === 'not-found')) throw error;
    });
  }
}
