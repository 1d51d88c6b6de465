import { unknownNames } from '#edge/request/unknown-names.js';
import { invalid, invalidField } from '#kernel/errors.js';
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

/** Reports missing and unknown fields of a form before any other error. `more` are the fields of the route. @throws DomainError invalid */
export function uploadForm({ fields, file }: Upload, ...more: readonly string[]): UploadForm {
  const workspaceId = namedWorkspace(fields);
  const missing = workspaceId === undefined ? 'workspaceId' : file === undefined ? 'file' : undefined;
  const problems = [
    ...(missing === undefined ? [] : [{ path: [missing], message: `${missing} form field is required`, code: 'required' }]),
    ...unknownNames('form', fields.keys(), ['workspaceId', 'file', ...more]),
  ];
  if (workspaceId === undefined || file === undefined || problems.length > 0) throw invalid(problems);
  if (!identifier.test(workspaceId)) throw invalidField('workspaceId', 'workspaceId must be 1 to 128 characters without space');
  return { workspaceId, file };
}
