import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { DeleteFileHandler } from './commands/delete-file.command.js';
import { FileBatches } from './commands/file-batches.js';
import { FileWriter } from './commands/file-writer.js';
import { UploadFileHandler } from './commands/upload-file.command.js';
import { WriteFileHandler } from './commands/write-file.command.js';
import { FileContentController } from './http/file-content.controller.js';
import { FileDownload } from './http/file-download.js';
import { FilesController } from './http/files.controller.js';
import { FileRows } from './queries/file-rows.js';
import { FindFileHandler } from './queries/find-file.query.js';
import { FindNamedFileHandler } from './queries/find-named-file.query.js';
import { GetFileHandler } from './queries/get-file.query.js';
import { ListFilesHandler } from './queries/list-files.query.js';
import { ReadFileHandler } from './queries/read-file.query.js';
import { EndedHolds } from './store/ended-holds.js';

const handlers = [
  UploadFileHandler,
  WriteFileHandler,
  DeleteFileHandler,
  FindFileHandler,
  FindNamedFileHandler,
  GetFileHandler,
  ReadFileHandler,
  ListFilesHandler,
];

/** The files of workspaces. A higher module provides `StorageAllowance`. */
@Module({
  controllers: [FilesController, FileContentController],
  providers: [...handlers, FileBatches, FileRows, FileWriter, FileDownload, EndedHolds],
  exports: [FileBatches, FileWriter],
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
