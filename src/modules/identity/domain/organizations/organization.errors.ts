import { conflict, type DomainError } from '#kernel/errors.js';

export const duplicateOrganization = (): DomainError => conflict('DUPLICATE_NAME', 'An organization with this name exists already');
