import { KeyDigest } from '../key-digest.js';

/** Keyed digests of what people sign in with. Each has a separate purpose, so that none stands for another. */
export class SignInDigests {
  /** Of cookies of sessions. */
  readonly session: KeyDigest;
  /** Of links that set a password. */
  readonly link: KeyDigest;
  /** Of links of invitations. */
  readonly invitation: KeyDigest;
  /** What is hashed instead of the password: a stolen table alone allows no guessing. */
  readonly password: KeyDigest;
  /** Of e-mail addresses, whether they belong to a user or not. */
  readonly account: KeyDigest;

  /** `previous` keys serve to find what was stored earlier. */
  constructor(encryptionKey: string, previous: readonly string[] = []) {
    const digest = (purpose: string): KeyDigest => new KeyDigest(encryptionKey, purpose, previous);
    this.session = digest('session');
    this.link = digest('sign-in-link');
    this.invitation = digest('invitation-link');
    this.password = digest('password');
    this.account = digest('sign-in-account');
  }
}
