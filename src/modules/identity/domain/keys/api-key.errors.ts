import { conflict, type DomainError } from '#kernel/errors.js';

export const duplicateKeyName = (): DomainError => conflict('DUPLICATE_NAME', 'An API key with this name exists already');

export const lastOperatorKey = (): DomainError =>
  conflict('CONFLICT', 'This is the last API key with which an operator can run the server: issue another one for an operator first');
