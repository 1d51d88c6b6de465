/** What a person wants with an account at a provider. */
export type AttemptPurpose =
  | { readonly for: 'sign-in'; readonly back: string; readonly isKept: boolean }
  /** Of a person in a session: to sign in with the account from now on, or to prove again who they are. Without `back` the page of the account is next. */
  | { readonly for: 'link' | 'confirm'; readonly sessionId: string; readonly back?: string }
  /** Of a visitor who proves an address to a part of the server, and is not signed in. */
  | ({ readonly for: 'visit' } & ProviderVisit);

/** A visit that another module has begun. */
export interface ProviderVisit {
  /** The part of the server that takes who comes back. */
  readonly taker: string;
  /** What the visit is about, in the words of the taker. */
  readonly subject: string;
  /** Path of the page where the visit began, to which it leads back. */
  readonly back: string;
}

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
