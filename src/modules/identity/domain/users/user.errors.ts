import { conflict, type DomainError, forbidden } from '#kernel/errors.js';

export const secondFactorIsOn = (): DomainError => conflict('CONFLICT', 'The second factor is on: turn it off first');

export const secondFactorIsOff = (): DomainError => conflict('CONFLICT', 'The second factor is off');

export const lastWayIn = (): DomainError =>
  conflict('LAST_WAY_IN', 'This account is the only way in which the user signs in: a password or another account must come first');

export const identityTaken = (): DomainError => conflict('IDENTITY_TAKEN', 'Another user signs in with this account');

export const duplicateEmail = (): DomainError => conflict('CONFLICT', 'A user with this e-mail address exists already');

export const linkRequired = (): DomainError =>
  forbidden(
    'Open the link of the invitation to accept it: nothing has shown yet that the address of this account is yours',
    'LINK_REQUIRED',
  );

export const unprovedAddress = (email: string): DomainError =>
  conflict(
    'ADDRESS_NOT_PROVED',
    `Nothing has shown yet that ${email} belongs to the user who has it: invite the address instead, so that its owner gets the link`,
  );
