import { Injectable } from '@nestjs/common';
import type { Write } from '#ledger/rows/read-model.js';
import { displayKey, generateApiKey, isApiKey } from '#host/secrets/api-key-format.js';
import { KeyDigest } from '#host/secrets/key-digest.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Ids } from '#kernel/ids.js';
import { apiKeySecret, placeOfKey } from '../../store/api-key-secret.entity.js';

export interface MintedKey {
  readonly value: string;
  readonly displayKey: string;
  /** To be stored with the event that issues the key. */
  readonly secret: Write;
}

/** Makes the values of keys and what is kept of them. */
@Injectable()
export class KeyMint {
  constructor(
    private readonly keyDigest: KeyDigest,
    private readonly secretBox: SecretBox,
    private readonly ids: Ids,
  ) {}

  /** `value` is the value that a user has chosen, if any. */
  mint(keyId: string, value = generateApiKey()): MintedKey {
    const secret = apiKeySecret.add({
      id: this.ids.next(),
      keyId,
      digest: this.keyDigest.digest(value),
      ciphertext: this.secretBox.encrypt(value, placeOfKey(keyId)),
      hasChecksum: isApiKey(value),
      retiresAt: null,
    });
    return { value, displayKey: displayKey(value), secret };
  }
}
