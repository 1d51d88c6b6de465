import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { fileTooLarge, uploadLimits } from '#infrastructure/http/upload-limits.js';
import { ObjectStore } from '#infrastructure/objects/object-store.js';
import { StorageAllowance, type StorageAccount } from '#infrastructure/objects/storage-allowance.js';
import { fileName } from '../domain/file-name.js';
import { FileRows } from '../queries/file-rows.js';
import type { FileView } from '../queries/file-view.js';
import { effectFileId } from './effect-file-id.js';
import { FileWriter } from './file-writer.js';
import { WriteFile, type FileOfRun } from './write-file.command.js';

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
      if (file.replaces) await this.#clearName(file, account);
      return await this.writer.add({ ...file, id, stored, account });
    } catch (error) {
      await this.objects.discard(stored).catch(() => undefined);
      // The same effect at the same time: then its name is taken, or its id.
      const madeMeanwhile = await this.writer.made(file.workspaceId, id);
      if (madeMeanwhile === undefined) throw error;
      return madeMeanwhile;
    }
  }

  /** Not before it is likely that the new one will find room. */
  async #clearName({ workspaceId, name, content, meta }: FileOfRun, account: StorageAccount): Promise<void> {
    const present = await this.files.named(workspaceId, fileName(name));
    if (present === undefined) return;
    await this.writer.requireRoom(account, content.length - present.size);
    await this.writer.remove(present, meta);
  }
}
