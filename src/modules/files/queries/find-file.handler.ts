import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { noSuchFile } from '../domain/file.errors.js';
import { FileRows } from './file-rows.js';
import type { FileView } from './file-view.js';
import { FindFile } from './find-file.query.js';

@QueryHandler(FindFile)
export class FindFileHandler implements IQueryHandler<FindFile> {
  constructor(private readonly files: FileRows) {}

  async execute({ workspaceId, reference }: FindFile): Promise<FileView> {
    const file = await this.files.referred(workspaceId, reference.trim());
    if (file === undefined) throw noSuchFile();
    return file;
  }
}
