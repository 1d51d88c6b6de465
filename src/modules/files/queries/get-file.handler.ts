import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace } from '#kernel/caller.js';
import { noSuchFile } from '../domain/file.errors.js';
import { FileRows } from './file-rows.js';
import type { FileView } from './file-view.js';
import { GetFile } from './get-file.query.js';

@QueryHandler(GetFile)
export class GetFileHandler implements IQueryHandler<GetFile> {
  constructor(private readonly files: FileRows) {}

  async execute({ caller, workspaceId, id }: GetFile): Promise<FileView> {
    requireWorkspace(caller, workspaceId, 'read');
    const found = await this.files.find(workspaceId, id);
    if (found === undefined) throw noSuchFile();
    return found;
  }
}
