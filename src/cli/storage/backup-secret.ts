import { readFile } from 'node:fs/promises';
import type { Decrypter, Encrypter } from 'age-encryption';
import { fileFault } from '#kernel/text/fault-in-words.js';
import { CommandFailed } from '../failure.js';

export interface EncryptionFlags {
  readonly encryptTo?: readonly string[];
  readonly passphraseFile?: string;
}

export interface DecryptionFlags {
  readonly identity?: string;
  readonly passphraseFile?: string;
}

/** What encrypts the backup; undefined without a flag that asks for it. */
export async function encrypterOf({ encryptTo, passphraseFile }: EncryptionFlags): Promise<Encrypter | undefined> {
  const { encrypterFor, encrypterWith } = await import('#ledger/backup/backup-keys.js');
  if (passphraseFile !== undefined) return encrypterWith(await passphraseIn(passphraseFile));
  return encryptTo === undefined ? undefined : await encrypterFor(encryptTo);
}

/** What decrypts the backup; undefined without a flag that names a key. */
export async function decrypterOf({ identity, passphraseFile }: DecryptionFlags): Promise<Decrypter | undefined> {
  const { decrypterWith, decrypterFrom } = await import('#ledger/backup/backup-keys.js');
  if (passphraseFile !== undefined) return decrypterWith(await passphraseIn(passphraseFile));
  return identity === undefined ? undefined : decrypterFrom(await textOf(identity));
}

/** The passphrase is all of the file but the end of its last line, which editors add. */
async function passphraseIn(path: string): Promise<string> {
  const passphrase = (await textOf(path)).replace(/\r?\n$/, '');
  if (passphrase === '') throw new CommandFailed(`${path} is empty: write a passphrase into it`);
  return passphrase;
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandFailed(fileFault(path, error), { cause: error });
  });
}
