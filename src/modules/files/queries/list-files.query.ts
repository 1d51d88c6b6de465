import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { FileRows, type FilePosition } from './file-rows.js';
import type { FileView } from './file-view.js';

export interface FilePage extends Page<FileView> {
  /** The number of files on all pages. */
  readonly totalCount: number;
}

/** The files of a workspace, newest first. */
export class ListFiles extends Query<FilePage> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly limit: number,
    readonly cursor: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListFiles)
export class ListFilesHandler implements IQueryHandler<ListFiles> {
  constructor(
    private readonly files: FileRows,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ caller, workspaceId, limit, cursor }: ListFiles): Promise<FilePage> {
    const scope = `files ${workspaceId}`;
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as unknown as FilePosition);
    requireWorkspace(caller, workspaceId, 'read');
    const [found, totalCount] = await Promise.all([this.files.page(workspaceId, limit + 1, after), this.files.count(workspaceId)]);
    const data = found.slice(0, limit);
    const last = data.at(-1);
    const isLastPage = last === undefined || found.length <= limit;
    const nextCursor = isLastPage ? null : this.cursors.sealCursor(scope, { uploadedAt: last.uploadedAt, id: last.id });
    return { data, nextCursor, totalCount };
  }
}
