import { CursorSignature } from '#edge/answer/cursor.js';
import type { Config } from '#host/config/config.js';
import { KeyDigest } from '#host/secrets/key-digest.js';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import type { Clock } from '#kernel/clock.js';

/** Everything that the encryption key protects. */
export interface Secrets {
  readonly secretBox: SecretBox;
  readonly keyDigest: KeyDigest;
  readonly signIn: SignInDigests;
  readonly cursors: CursorSignature;
  readonly links: LinkSignature;
}

/** Former keys open what they have sealed; the present key seals. */
export function openSecrets(encryptionKey: string, { formerEncryptionKeys }: Pick<Config, 'formerEncryptionKeys'>, clock: Clock): Secrets {
  return {
    secretBox: new SecretBox(encryptionKey, formerEncryptionKeys),
    keyDigest: new KeyDigest(encryptionKey, 'api-key', formerEncryptionKeys),
    signIn: new SignInDigests(encryptionKey, formerEncryptionKeys),
    cursors: new CursorSignature(encryptionKey, formerEncryptionKeys),
    links: new LinkSignature(encryptionKey, clock, formerEncryptionKeys),
  };
}
