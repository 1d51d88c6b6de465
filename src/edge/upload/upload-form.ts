import { invalidField } from '#kernel/errors.js';
import type { Upload, UploadedFile } from './uploads.js';

const identifier = /^\S{1,128}$/;

/** A form that brings a file into a workspace. */
export interface UploadForm {
  readonly workspaceId: string;
  readonly file: UploadedFile;
}

/** The workspace that a form has named so far, without space around it; undefined if none. */
export function namedWorkspace(fields: Upload['fields']): string | undefined {
  const name = fields.get('workspaceId')?.trim();
  return name === '' ? undefined : name;
}

/** Reports missing fields of a form before any other error. @throws DomainError invalid */
export function uploadForm({ fields, file }: Upload): UploadForm {
  const workspaceId = namedWorkspace(fields);
  if (workspaceId === undefined) throw invalidField('workspaceId', 'workspaceId form field is required', 'required');
  if (!identifier.test(workspaceId)) throw invalidField('workspaceId', 'workspaceId must be 1 to 128 characters without space');
  if (file === undefined) throw invalidField('file', 'file form field is required', 'required');
  return { workspaceId, file };
}
