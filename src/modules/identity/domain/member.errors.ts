import { conflict, invalidField, notFound, type DomainError } from '#kernel/errors.js';

export const alreadyMember = (): DomainError => conflict('CONFLICT', 'The user is a member already');
export const memberNotFound = (): DomainError => notFound('Member');
/** The user may not own the workspace. */
export const noSuccessor = (): DomainError =>
  invalidField('ownerId', 'ownerId must be a member of the workspace, or an admin of its organization', 'not_allowed');
