import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { uploadForm } from '#edge/upload/upload-form.js';
import type { Upload } from '#edge/upload/uploads.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { FileView } from '../queries/file-view.js';
import { FileWriter } from './file-writer.js';

/** Creates a file from an uploaded form. */
export class UploadFile extends Command<FileView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly account: StorageAccount,
    readonly upload: Upload,
  ) {
    super();
  }
}

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
