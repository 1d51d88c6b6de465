import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uploadForm } from '#infrastructure/http/upload-form.js';
import { requireWorkspace } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { Ids } from '#kernel/ids.js';
import type { FileView } from '../queries/file-view.js';
import { FileWriter } from './file-writer.js';
import { UploadFile } from './upload-file.command.js';

@CommandHandler(UploadFile)
export class UploadFileHandler implements ICommandHandler<UploadFile> {
  constructor(
    private readonly writer: FileWriter,
    private readonly ids: Ids,
  ) {}

  async execute({ caller, meta, account, upload }: UploadFile): Promise<FileView> {
    const { workspaceId, file } = uploadForm(upload);
    const { name, mediaType, stored } = file;
    if (stored instanceof DomainError) throw stored;
    requireWorkspace(caller, workspaceId, 'write');
    return this.writer.add({ id: this.ids.next(), workspaceId, name, mediaType, stored, account, meta });
  }
}
