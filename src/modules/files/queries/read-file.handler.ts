import { buffer } from 'node:stream/consumers';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ObjectStore } from '#infrastructure/objects/object-store.js';
import { noSuchFile, tooLargeToRead } from '../domain/file.errors.js';
import { FileRows } from './file-rows.js';
import type { FileView } from './file-view.js';
import { ReadFile, type FileContent } from './read-file.query.js';

@QueryHandler(ReadFile)
export class ReadFileHandler implements IQueryHandler<ReadFile> {
  constructor(
    private readonly files: FileRows,
    private readonly objects: ObjectStore,
  ) {}

  async execute({ workspaceId, reference, most }: ReadFile): Promise<FileContent> {
    const file = await this.#find(workspaceId, reference.trim());
    if (file === undefined) throw noSuchFile();
    if (file.size > most) throw tooLargeToRead(file.name, file.size, most);
    return { file, bytes: await buffer(await this.objects.open(file.objectKey)) };
  }

  async #find(workspaceId: string, reference: string): Promise<FileView | undefined> {
    const key = `files/${workspaceId}/`;
    const name = reference.startsWith(key) ? reference.slice(key.length) : reference;
    return (await this.files.find(workspaceId, reference)) ?? this.files.named(workspaceId, name.normalize('NFC'));
  }
}
