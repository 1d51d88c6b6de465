import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore, UniqueConflict, type StreamAppend } from '#ledger/events/event-store.js';
import { isStreamConflict, retryConflicts } from '#ledger/events/retry-conflicts.js';
import type { Write } from '#ledger/rows/read-model.js';
import { select, selectOne } from '#ledger/rows/select.js';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { folderModel, type FolderRow } from '../projections/folder.entity.js';
import { folderTree } from './folder-tree.entity.js';

/** The folders of one workspace at one time. */
export interface FolderTree {
  readonly folders: ReadonlyMap<string, FolderRow>;
}

type FolderChange = readonly StreamAppend[];

/** Folders as rows, and the only way to change their tree. */
@Injectable()
export class Folders {
  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
  ) {}

  /** @throws DomainError not-found for absent ids and callers without any access, forbidden */
  async reached(caller: Caller, folderId: string, needed: Permission): Promise<FolderRow> {
    const row = isId(folderId) ? await selectOne(this.pool, folderModel, { id: folderId }) : undefined;
    if (row === undefined) throw notFound('Folder');
    requireReach(caller, row.workspaceId, needed, 'Folder');
    return row;
  }

  /**
   * Checks the folder that a workflow is put in; null is the root.
   * @returns rows for the append that puts it there, which conflicts with a change of the tree: the folder may be deleted meanwhile
   * @throws DomainError not-found
   */
  async placing(workspaceId: string, folderId: string | null): Promise<readonly Write[]> {
    if (folderId === null) return [];
    const revision = await this.#revision(workspaceId);
    const isThere = isId(folderId) && (await selectOne(this.pool, folderModel, { id: folderId, workspaceId })) !== undefined;
    if (!isThere) throw notFound('Folder');
    return nextRevision(workspaceId, revision);
  }

  /** Oldest first. */
  list(workspaceId: string): Promise<FolderRow[]> {
    return select(this.pool, folderModel, { where: { workspaceId }, order: { createdAt: 'asc', id: 'asc' } });
  }

  /** Changes the tree of a workspace. `decide` is called again when the tree has changed meanwhile. */
  async change(workspaceId: string, decide: (tree: FolderTree) => FolderChange | Promise<FolderChange>): Promise<void> {
    const attempt = async (): Promise<void> => {
      // The revision is read first: a change in between makes the revision outdated, never the folders.
      const revision = await this.#revision(workspaceId);
      const folders = new Map((await this.list(workspaceId)).map((folder) => [folder.id, folder]));
      const streams = (await decide({ folders })).filter(({ events }) => events.length > 0);
      if (streams.length > 0) await this.store.append({ streams, writes: nextRevision(workspaceId, revision) });
    };
    await retryConflicts(attempt, { isConflict });
  }

  async #revision(workspaceId: string): Promise<number> {
    const [row] = await select(this.pool, folderTree, { where: { workspaceId }, order: { revision: 'desc' }, limit: 1 });
    return row?.revision ?? 0;
  }
}

function isConflict(error: unknown): boolean {
  return isStreamConflict(error) || isTreeConflict(error);
}

/** Another change of the tree came first. */
export function isTreeConflict(error: unknown): boolean {
  return error instanceof UniqueConflict && error.constraint === 'folder_tree_revision';
}

/** Far more changes than happen between the read of a revision and the append that relies on it, which only conflicts with a row that is there. */
const keptRevisions = 1_000;

function nextRevision(workspaceId: string, revision: number): readonly Write[] {
  const oldest = revision - keptRevisions;
  const forgotten = oldest > 0 ? [folderTree.remove({ workspaceId, revision: oldest })] : [];
  return [...forgotten, folderTree.add({ workspaceId, revision: revision + 1 })];
}
