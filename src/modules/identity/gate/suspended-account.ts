/** An account is out of use while the user is suspended who alone is it. An organization pays whatever becomes of its members. */
export function isSuspendedAccount(isUserSuspended: boolean, organizationId: string | null): boolean {
  return isUserSuspended && organizationId === null;
}
