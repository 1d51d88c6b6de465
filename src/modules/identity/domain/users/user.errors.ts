import { conflict, type DomainError } from '#kernel/errors.js';

export const secondFactorIsOn = (): DomainError => conflict('CONFLICT', 'The second factor is on: turn it off first');

export const secondFactorIsOff = (): DomainError => conflict('CONFLICT', 'The second factor is off');

export const duplicateEmail = (): DomainError => conflict('CONFLICT', 'A user with this e-mail address exists already');
