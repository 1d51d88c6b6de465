import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#infrastructure/housekeeping/housekeeper.js';
import { DeleteFileHandler } from './commands/delete-file.handler.js';
import { FileWriter } from './commands/file-writer.js';
import { UploadFileHandler } from './commands/upload-file.handler.js';
import { WriteFileHandler } from './commands/write-file.handler.js';
import { FileContentController } from './http/file-content.controller.js';
import { FileDownload } from './http/file-download.js';
import { FilesController } from './http/files.controller.js';
import { FileRows } from './queries/file-rows.js';
import { FindFileHandler } from './queries/find-file.handler.js';
import { GetFileHandler } from './queries/get-file.handler.js';
import { ListFilesHandler } from './queries/list-files.handler.js';
import { ReadFileHandler } from './queries/read-file.handler.js';
import { EndedHolds } from './store/ended-holds.js';

const handlers = [
  UploadFileHandler,
  WriteFileHandler,
  DeleteFileHandler,
  FindFileHandler,
  GetFileHandler,
  ReadFileHandler,
  ListFilesHandler,
];

/** The files of workspaces. Needs a provider of `StorageAllowance` from above. */
@Module({
  controllers: [FilesController, FileContentController],
  providers: [...handlers, FileRows, FileWriter, FileDownload, EndedHolds],
})
export class FilesModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly ended: EndedHolds,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.ended.release());
  }
}
