import { conflict, notFound, type DomainError } from '#kernel/errors.js';

export const alreadyMember = (): DomainError => conflict('CONFLICT', 'The user is a member already');
export const memberNotFound = (): DomainError => notFound('Member');
