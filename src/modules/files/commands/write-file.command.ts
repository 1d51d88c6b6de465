import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { fileTooLarge, uploadLimits } from '#edge/upload/upload-limits.js';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
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
  /** Whether it takes the place of an existing file with the same name. */
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
      const present = file.replaces ? await this.files.named(file.workspaceId, fileName(file.name)) : undefined;
      try {
        return await (present === undefined ? this.writer.add(added) : this.writer.replace(present, added));
      } catch (error) {
        if (!file.replaces || !isOfAnother(error) || attempt >= mostAttempts) throw error;
      }
    }
  }
}

/** Another run has taken the name, or has deleted the file that was to be replaced. */
function isOfAnother(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'DUPLICATE_NAME' || error.kind === 'not-found');
}
