import { conflict, type DomainError } from '#kernel/errors.js';

export const duplicateEmail = (): DomainError => conflict('CONFLICT', 'A user with this e-mail address exists already');
