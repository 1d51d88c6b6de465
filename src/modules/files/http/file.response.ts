import { success } from '#edge/answer/envelope.js';
import type { FilePage } from '../queries/list-files.query.js';
import type { FileView } from '../queries/file-view.js';

export interface FileResponse {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** A name for humans and blocks. It opens nothing. */
  readonly key: string;
  readonly uploadedBy: string | null;
  readonly uploadedAt: string;
}

export interface FileListResponse {
  readonly success: true;
  readonly data: { readonly files: readonly FileResponse[]; readonly totalCount: number };
  readonly nextCursor: string | null;
}

/** Specification 2.12. */
export function fileResponse({ id, workspaceId, name, size, mediaType, uploadedBy, uploadedAt }: FileView): FileResponse {
  return { id, name, size, type: mediaType, key: `files/${workspaceId}/${name}`, uploadedBy, uploadedAt };
}

export function fileListResponse({ data, totalCount, nextCursor }: FilePage): FileListResponse {
  return { ...success({ files: data.map(fileResponse), totalCount }), nextCursor };
}
