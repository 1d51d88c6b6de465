import { conflict, invalidField, notFound, type DomainError } from '#kernel/errors.js';

export function noSuchFile(): DomainError {
  return notFound('File');
}

export function nameTaken(name: string): DomainError {
  return conflict('DUPLICATE_NAME', `A file named "${name}" already exists in this workspace`);
}

export function fieldMissing(field: 'file' | 'workspaceId'): DomainError {
  return invalidField(field, `${field} form field is required`, 'required');
}
