import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isId } from '#kernel/ids.js';
import type { FileView } from './file-view.js';

/** The file after which a page begins. */
export interface FilePosition {
  readonly uploadedAt: string;
  readonly id: string;
}

const columns = `id, workspace_id as "workspaceId", name, size::float8 as size, media_type as "mediaType", object_key as "objectKey",
  uploaded_by as "uploadedBy", uploaded_by_email as "uploadedByEmail", uploaded_at as "uploadedAt"`;

type Row = Omit<FileView, 'uploadedAt'> & { readonly uploadedAt: Date };

/** Reads files of workspaces. It does not check permissions. */
@Injectable()
export class FileRows {
  constructor(private readonly pool: Pool) {}

  async find(workspaceId: string, id: string): Promise<FileView | undefined> {
    if (!isId(workspaceId) || !isId(id)) return undefined;
    const text = `select ${columns} from workspace_file where id = $2 and workspace_id = $1`;
    return this.#one({ name: 'find_file', text, values: [workspaceId, id] });
  }

  /** By the normalized name. */
  async named(workspaceId: string, name: string): Promise<FileView | undefined> {
    if (!isId(workspaceId)) return undefined;
    const text = `select ${columns} from workspace_file where workspace_id = $1 and name = $2`;
    return this.#one({ name: 'find_named_file', text, values: [workspaceId, name] });
  }

  /** By its id, its name or its key (`files/<workspace>/<name>`). */
  async referred(workspaceId: string, reference: string): Promise<FileView | undefined> {
    const key = `files/${workspaceId}/`;
    const name = reference.startsWith(key) ? reference.slice(key.length) : reference;
    return (await this.find(workspaceId, reference)) ?? this.named(workspaceId, name.normalize('NFC'));
  }

  /** Newest first. */
  async page(workspaceId: string, limit: number, after?: FilePosition): Promise<readonly FileView[]> {
    const behind = after === undefined ? '' : 'and (uploaded_at, id) < ($3, $4)';
    const { rows } = await this.pool.query<Row>(
      `select ${columns} from workspace_file where workspace_id = $1 ${behind} order by uploaded_at desc, id desc limit $2`,
      [workspaceId, limit, ...(after === undefined ? [] : [after.uploadedAt, after.id])],
    );
    return rows.map(view);
  }

  async count(workspaceId: string): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>('select count(*)::int as n from workspace_file where workspace_id = $1', [
      workspaceId,
    ]);
    return rows[0]?.n ?? 0;
  }

  async #one(statement: { name: string; text: string; values: string[] }): Promise<FileView | undefined> {
    const { rows } = await this.pool.query<Row>(statement);
    return rows[0] === undefined ? undefined : view(rows[0]);
  }
}

function view(row: Row): FileView {
  return { ...row, uploadedAt: row.uploadedAt.toISOString() };
}
