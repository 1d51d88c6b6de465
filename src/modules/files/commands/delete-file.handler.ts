import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace } from '#kernel/caller.js';
import { noSuchFile } from '../domain/file.errors.js';
import { FileRows } from '../queries/file-rows.js';
import { DeleteFile } from './delete-file.command.js';
import { FileWriter } from './file-writer.js';

@CommandHandler(DeleteFile)
export class DeleteFileHandler implements ICommandHandler<DeleteFile> {
  constructor(
    private readonly files: FileRows,
    private readonly writer: FileWriter,
  ) {}

  async execute({ caller, meta, workspaceId, id }: DeleteFile): Promise<void> {
    requireWorkspace(caller, workspaceId, 'write');
    const file = await this.files.find(workspaceId, id);
    if (file === undefined) throw noSuchFile();
    await this.writer.remove(file, meta);
  }
}
