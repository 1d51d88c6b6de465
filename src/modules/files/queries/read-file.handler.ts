import { buffer } from 'node:stream/consumers';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ObjectStore } from '#infrastructure/objects/object-store.js';
import { noSuchFile, tooLargeToRead } from '../domain/file.errors.js';
import { FileRows } from './file-rows.js';
import { ReadFile, type FileContent } from './read-file.query.js';

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
    return { file, bytes: await buffer(await this.objects.open(file.objectKey)) };
  }
}
