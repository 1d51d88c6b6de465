import { DomainError, forbidden, notFound } from '#kernel/errors.js';

/** Why a sign-in with an account at a provider is refused. The page tells people by the code. */
export const unknownProvider = (): DomainError => notFound('Provider');

export const attemptIsOver = (): DomainError =>
  forbidden('This sign-in was used, took longer than ten minutes, or began in another browser: begin again', 'SIGN_IN_EXPIRED');

export const deniedAtProvider = (): DomainError => forbidden('The sign-in was cancelled at the provider', 'SIGN_IN_DENIED');

export const refusedAtProvider = (): DomainError =>
  forbidden('The answer of the provider was not accepted; the log of the server says why', 'PROVIDER_REFUSED');

export const clocksDiffer = (): DomainError =>
  forbidden('The clocks of the provider and of this server differ too much: an operator must set them', 'CLOCKS_DIFFER');

export const providerIsDown = (): DomainError =>
  new DomainError('unavailable', 'PROVIDER_UNAVAILABLE', 'The provider does not answer: try again, or sign in with a password', {
    retryAfterSeconds: 10,
  });

export const addressIsNotVerified = (): DomainError =>
  forbidden('The provider has not verified the e-mail address of this account', 'EMAIL_NOT_VERIFIED');

export const hasNoRole = (): DomainError => forbidden('None of the groups of this account has a role here', 'NO_ROLE');

export const isNotInvited = (): DomainError => forbidden('No user has the address of this account, and it is not invited', 'NOT_INVITED');

export const isUnproved = (): DomainError =>
  forbidden(
    'A user with the address of this account was made with an invitation, and nothing has shown yet that the address is theirs: sign in with the password once and link this account, or ask an operator for a recovery link',
    'ADDRESS_NOT_PROVED',
  );

export const isSuspended = (): DomainError => forbidden('The user of this account is suspended', 'ACCOUNT_SUSPENDED');

export const isOtherAccount = (): DomainError => forbidden('This is another account than the linked one', 'OTHER_ACCOUNT');
