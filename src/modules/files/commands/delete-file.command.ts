import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { noSuchFile } from '../domain/file.errors.js';
import { FileRows } from '../queries/file-rows.js';
import { FileWriter } from './file-writer.js';

/** Deletes a file and frees its name. @throws DomainError not-found */
export class DeleteFile extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly id: string,
  ) {
    super();
  }
}

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
