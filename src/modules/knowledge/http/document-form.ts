import type { Upload } from '#edge/upload/uploads.js';
import { namedWorkspace, uploadForm } from '#edge/upload/upload-form.js';
import { jsonField } from '#edge/body/fields/json-field.js';
import type { StoredObject } from '#ledger/objects/object-store.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { mimeTypeOf } from '../domain/document-formats.js';
import { validFilename } from '../domain/document-name.js';
import { documentTags, type DocumentTags } from '../domain/text/document-tags.js';

/** A document from an upload form. */
export interface DocumentForm {
  readonly workspaceId: string;
  readonly filename: string;
  readonly stored: StoredObject;
  readonly tags: DocumentTags;
}

/** Rejects a document before its bytes are stored: for an invalid name, or for a workspace that the caller cannot write to. */
export function documentCheck(caller: Caller): (name: string, fields: ReadonlyMap<string, string>) => void {
  return (name, fields) => {
    mimeTypeOf(validFilename(name, 'file'));
    const workspaceId = namedWorkspace(fields);
    if (workspaceId !== undefined) requireWorkspace(caller, workspaceId, 'write');
  };
}

/** @throws DomainError invalid for missing and invalid fields; forbidden; the reason why the bytes were rejected */
export function documentForm(upload: Upload, caller: Caller): DocumentForm {
  const { workspaceId, file } = uploadForm(upload, 'tags');
  const tags = upload.fields.get('tags')?.trim() ?? '';
  const given = tags === '' ? {} : documentTags(jsonField('tags', tags));
  if (file.stored instanceof DomainError) throw file.stored;
  requireWorkspace(caller, workspaceId, 'write');
  return { workspaceId, filename: file.name, stored: file.stored, tags: given };
}
