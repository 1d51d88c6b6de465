import { Command } from '@nestjs/cqrs';
import type { Upload } from '#infrastructure/http/uploads.js';
import type { StorageAccount } from '#infrastructure/objects/storage-allowance.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { FileView } from '../queries/file-view.js';

/** Makes a file of what a form has brought. */
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
