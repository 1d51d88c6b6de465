import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import type { FileView } from './file-view.js';

export interface FilePage extends Page<FileView> {
  /** Of all pages. */
  readonly totalCount: number;
}

/** The files of a workspace, the newest first. */
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
