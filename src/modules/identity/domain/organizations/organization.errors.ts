import { conflict, type DomainError } from '#kernel/errors.js';

export const tooManyInvitations = (most: number): DomainError =>
  conflict('CONFLICT', `An organization has at most ${most} open invitations: withdraw one first`);

export const invitationExpired = (expiresAt: string): DomainError =>
  conflict('INVITATION_EXPIRED', `The invitation expired at ${expiresAt}: ask an owner of the organization to invite you again`);

export const duplicateOrganization = (): DomainError => conflict('DUPLICATE_NAME', 'An organization with this name exists already');
