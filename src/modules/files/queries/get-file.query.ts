import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { noSuchFile } from '../domain/file.errors.js';
import { FileRows } from './file-rows.js';
import type { FileView } from './file-view.js';

/** A file by its id. @throws DomainError not-found, also for a file of another workspace */
export class GetFile extends Query<FileView> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly id: string,
  ) {
    super();
  }
}

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
