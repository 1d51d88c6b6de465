/** What a person wants with an account at a provider. */
export type AttemptPurpose =
  | { readonly for: 'sign-in'; readonly back: string; readonly isKept: boolean }
  /** Of a person in a session: to sign in with the account from now on, or to prove again who they are. */
  | { readonly for: 'link' | 'confirm'; readonly sessionId: string };

/** A visit to a provider that has begun. It is kept in a cookie of the browser, sealed. */
export interface Attempt {
  readonly providerId: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly purpose: AttemptPurpose;
  readonly expiresAtMs: number;
}

export const attemptLifetimeMs = 10 * 60_000;
