import { conflict, type DomainError } from '#kernel/errors.js';

export const duplicateKeyName = (): DomainError => conflict('DUPLICATE_NAME', 'An API key with this name exists already');
