import { Decrypter, Encrypter } from 'age-encryption';
import { BackupRefused } from './backup-refused.js';

/**
 * Encrypts a backup so that each of the recipients can read it. A first encryption tries each recipient: a text of the right form may be a
 * point of the curve that nothing can be encrypted for, which would show only when the backup is written.
 * @throws BackupRefused when one of them is no age recipient
 */
export async function encrypterFor(recipients: readonly string[]): Promise<Encrypter> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw noRecipient('It begins with age1; age-keygen prints it as the public key.', error);
    }
    await encrypter.encrypt('').catch((error: unknown) => {
      throw noRecipient('It has the form of one, and nothing can be encrypted for it: copy it again from the output of age-keygen.', error);
    });
  }
  return encrypter;
}

/** The text is not repeated: it may be a secret key, given by mistake. */
function noRecipient(advice: string, cause: unknown): BackupRefused {
  return new BackupRefused(`--encrypt-to is not an age recipient. ${advice}`, { cause });
}

/** Encrypts a backup with a passphrase. */
export function encrypterWith(passphrase: string): Encrypter {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter;
}

/** Decrypts with the identities in the text of an age identity file, as age-keygen writes it. @throws BackupRefused when it holds none */
export function decrypterFrom(identities: string): Decrypter {
  const decrypter = new Decrypter();
  const lines = identities.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    if (keys.length === 0) throw new Error('it is empty');
    for (const key of keys) decrypter.addIdentity(key);
  } catch (error) {
    throw new BackupRefused(
      'The file of --identity is not an age identity file: its lines begin with AGE-SECRET-KEY-, or with # as comments.',
      {
        cause: error,
      },
    );
  }
  return decrypter;
}

/** Decrypts with a passphrase. */
export function decrypterWith(passphrase: string): Decrypter {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter;
}
