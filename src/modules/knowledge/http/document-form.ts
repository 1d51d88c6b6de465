import type { Upload } from '#infrastructure/http/uploads.js';
import { parseJson } from '#infrastructure/http/parse-json.js';
import type { StoredObject } from '#infrastructure/objects/object-store.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import { mimeTypeOf } from '../domain/document-formats.js';
import { validFilename } from '../domain/document-name.js';
import { documentTags, type DocumentTags } from '../domain/document-tags.js';

/** A document as a form has brought it. */
export interface DocumentForm {
  readonly workspaceId: string;
  readonly filename: string;
  readonly stored: StoredObject;
  readonly tags: DocumentTags;
}

/** Refuses a document before its bytes are stored: when the form has named a workspace that is not the caller's, and by its name. */
export function documentCheck(caller: Caller): (name: string, fields: ReadonlyMap<string, string>) => void {
  return (name, fields) => {
    const workspaceId = fields.get('workspaceId')?.trim();
    if (workspaceId !== undefined) requireWorkspace(caller, workspaceId, 'write');
    mimeTypeOf(validFilename(name));
  };
}

/** @throws DomainError invalid for what is missing or wrong; forbidden; whatever the bytes were refused for */
export function documentForm({ fields, file }: Upload, caller: Caller): DocumentForm {
  const workspaceId = fields.get('workspaceId')?.trim() ?? '';
  if (workspaceId === '') throw invalidField('workspaceId', 'workspaceId form field is required', 'required');
  if (file === undefined) throw invalidField('file', 'file form field is required', 'required');
  const tags = fields.get('tags')?.trim() ?? '';
  const given = tags === '' ? {} : documentTags(jsonField(tags));
  requireWorkspace(caller, workspaceId, 'write');
  if (file.stored instanceof DomainError) throw file.stored;
  return { workspaceId, filename: file.name, stored: file.stored, tags: given };
}

function jsonField(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    throw invalidField('tags', 'tags must be a JSON object', 'invalid_type');
  }
}
