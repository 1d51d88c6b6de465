import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { noSuchFile } from '../domain/file.errors.js';
import { fileStream } from '../domain/file.events.js';
import type { FileNamer } from '../domain/file-namer.js';
import { FileRows } from './file-rows.js';
import type { FileView } from './file-view.js';

/**
 * Finds a file that is named from outside of a workflow: in the input of a run, in an answer, in the output that a caller gets. The one place
 * that decides which files they can name. @throws DomainError not-found, the same for a file that they must not name and for none
 */
export class FindNamedFile extends Query<FileView> {
  constructor(
    readonly workspaceId: string,
    readonly reference: string,
    readonly namer: FileNamer,
  ) {
    super();
  }
}

@QueryHandler(FindNamedFile)
export class FindNamedFileHandler implements IQueryHandler<FindNamedFile> {
  constructor(
    private readonly files: FileRows,
    private readonly store: EventStore,
  ) {}

  async execute({ workspaceId, reference, namer }: FindNamedFile): Promise<FileView> {
    const file = namer.mayRead ? await this.files.referred(workspaceId, reference.trim()) : await this.#own(workspaceId, reference, namer);
    if (file === undefined) throw noSuchFile();
    return file;
  }

  async #own(workspaceId: string, id: string, { origins }: FileNamer): Promise<FileView | undefined> {
    const file = await this.files.find(workspaceId, id);
    const [uploaded] = file === undefined ? [] : await this.store.read(fileStream, id, 0, 1);
    return origins.includes(uploaded?.meta.correlationId ?? '') ? file : undefined;
  }
}
