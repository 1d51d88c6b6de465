import { Decrypter, Encrypter } from 'age-encryption';
import { BackupRefused } from './backup-refused.js';

/** Encrypts a backup so that each of the recipients can read it. @throws BackupRefused when one of them is no age recipient */
export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      // The text is not repeated: it may be a secret key, given by mistake.
      throw new BackupRefused('--encrypt-to is not an age recipient. It begins with age1; age-keygen prints it as the public key.', {
        cause: error,
      });
    }
  }
  return encrypter;
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
