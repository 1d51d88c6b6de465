import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { noSuchFile } from '../domain/file.errors.js';
import { FileRows } from './file-rows.js';
import type { FileView } from './file-view.js';

/**
 * Finds a file for a run. `reference` is its id, its name or its key (`files/<workspace>/<name>`). It does not check permissions.
 * @throws DomainError not-found
 */
export class FindFile extends Query<FileView> {
  constructor(
    readonly workspaceId: string,
    readonly reference: string,
  ) {
    super();
  }
}

@QueryHandler(FindFile)
export class FindFileHandler implements IQueryHandler<FindFile> {
  constructor(private readonly files: FileRows) {}

  async execute({ workspaceId, reference }: FindFile): Promise<FileView> {
    const file = await this.files.referred(workspaceId, reference.trim());
    if (file === undefined) throw noSuchFile();
    return file;
  }
}
