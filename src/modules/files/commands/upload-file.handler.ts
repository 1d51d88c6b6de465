import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { Ids } from '#kernel/ids.js';
import { fieldMissing } from '../domain/file.errors.js';
import type { FileView } from '../queries/file-view.js';
import { FileWriter } from './file-writer.js';
import { UploadFile } from './upload-file.command.js';

@CommandHandler(UploadFile)
export class UploadFileHandler implements ICommandHandler<UploadFile> {
  constructor(
    private readonly writer: FileWriter,
    private readonly ids: Ids,
  ) {}

  async execute({ caller, meta, account, upload: { fields, file } }: UploadFile): Promise<FileView> {
    const workspaceId = fields.get('workspaceId')?.trim();
    if (workspaceId === undefined || workspaceId === '') throw fieldMissing('workspaceId');
    requireWorkspace(caller, workspaceId, 'write');
    if (file === undefined) throw fieldMissing('file');
    const { name, mediaType, stored } = file;
    if (stored instanceof DomainError) throw stored;
    return this.writer.add({ id: this.ids.next(), workspaceId, name, mediaType, stored, account, meta });
  }
}
