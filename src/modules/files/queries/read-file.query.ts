import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { noSuchFile, tooLargeToRead } from '../domain/file.errors.js';
import { FileRows } from './file-rows.js';
import type { FileView } from './file-view.js';

export interface FileContent {
  readonly file: FileView;
  readonly bytes: Buffer;
}

/**
 * Reads a file with all its bytes for a run. `reference` is its id, its name or its key (`files/<workspace>/<name>`). It does not check
 * permissions. @throws DomainError not-found; PAYLOAD_TOO_LARGE when it has more than `most` bytes
 */
export class ReadFile extends Query<FileContent> {
  constructor(
    readonly workspaceId: string,
    readonly reference: string,
    readonly most: number,
  ) {
    super();
  }
}

@QueryHandler(ReadFile)
export class ReadFileHandler implements IQueryHandler<ReadFile> {
  constructor(
    private readonly files: FileRows,
    private readonly objects: ObjectStore,
  ) {}

  async execute({ workspaceId, reference, most }: ReadFile): Promise<FileContent> {
    const file = await this.files.referred(workspaceId, reference.trim());
    if (file === undefined) throw noSuchFile();
    if (file.size > most) throw tooLargeToRead(file.name, file.size, most);
    return { file, bytes: await this.objects.read(file.objectKey) };
  }
}
