import { success } from '#edge/answer/envelope.js';
import type { FilePage } from '../queries/list-files.query.js';
import type { FileView } from '../queries/file-view.js';

/** A file of a workspace. */
export interface FileResponse {
  readonly id: string;
  readonly name: string;
  /** Size of the file, in bytes. */
  readonly size: number;
  /** Media type that the client declared at the upload. */
  readonly type: string;
  /** Name for people and blocks, `files/<workspace>/<name>`. It grants no access. */
  readonly key: string;
  /** Id of the user who uploaded the file, or for whom a run did; null without a user. */
  readonly uploadedBy: string | null;
  /** E-mail address of the person who uploaded the file on the answer page by a link that was sent to them; absent otherwise. */
  readonly uploadedByEmail?: string;
  /** When the file was uploaded. */
  readonly uploadedAt: string;
}

/** An uploaded file. */
export interface UploadedFileResponse {
  /** The uploaded file. */
  readonly file: FileResponse;
  readonly message: string;
}

/** A page of files. */
export interface FileListResponse {
  readonly success: true;
  /** The page. */
  readonly data: {
    /** The files of the page, newest first. */
    readonly files: readonly FileResponse[];
    /** Number of files in the workspace. */
    readonly totalCount: number;
  };
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

export function fileResponse({ id, workspaceId, name, size, mediaType, uploadedBy, uploadedByEmail, uploadedAt }: FileView): FileResponse {
  const byLink = uploadedByEmail === null ? {} : { uploadedByEmail };
  return { id, name, size, type: mediaType, key: `files/${workspaceId}/${name}`, uploadedBy, ...byLink, uploadedAt };
}

export function fileListResponse({ data, totalCount, nextCursor }: FilePage): FileListResponse {
  return { ...success({ files: data.map(fileResponse), totalCount }), nextCursor };
}
