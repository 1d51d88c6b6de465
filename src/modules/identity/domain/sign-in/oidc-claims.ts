import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';

/** What a provider says about a person. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Null: the provider says none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** Empty: the person is in none, or the provider does not say. */
  readonly groups: readonly string[];
}

/** The names of the claims that differ between providers. */
export interface ClaimNames {
  readonly emailVerifiedClaim: string;
  readonly groupsClaim: string | null;
}

const addressForm = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

/** Reads the claims of a checked ID token, and of the answer about its user. */
export function personOf(claims: JsonObject & { readonly iss: string; readonly sub: string }, names: ClaimNames): OidcPerson {
  const { iss: issuer, sub: subject, email, name } = claims;
  const address = typeof email === 'string' ? email.trim().toLowerCase() : '';
  return {
    issuer,
    subject,
    email: addressForm.test(address) ? address : null,
    isEmailVerified: isTrue(claimAt(claims, names.emailVerifiedClaim)),
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 255) : null,
    groups: names.groupsClaim === null ? [] : textsIn(claimAt(claims, names.groupsClaim)),
  };
}

/** Providers write it as a boolean, as a text, and as a number. */
function isTrue(value: Json | undefined): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

/** `realm_access.roles` is the member of an object, unless a claim has that name. */
function claimAt(claims: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: Json | undefined = claims;
  for (const part of name.split('.')) value = isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value;
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
