import { describe, expect, it } from '@jest/globals';
import { argon2Sync } from 'node:crypto';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { PasswordHashes } from './password-hashes.js';

const [key, nextKey] = ['5a'.repeat(32), 'f0'.repeat(32)];
const hashes = new PasswordHashes(new SignInDigests(key));
const password = 'nine lazy foxes in the rain';

describe('the hash of a password', () => {
  it('is a PHC text with its parameters, different each time', async () => {
    const [one, two] = [await hashes.hash(password), await hashes.hash(password)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('is matched by the password alone', async () => {
    const hash = await hashes.hash(password);
    expect(await hashes.check(password, hash)).toEqual({ isRight: true, isOutdated: false });
    expect(await hashes.check(`${password} `, hash)).toEqual({ isRight: false, isOutdated: false });
  });

  it('is matched by nothing where there is none', async () => {
    expect(await hashes.check(password, undefined)).toEqual({ isRight: false, isOutdated: false });
  });

  it('needs the encryption key, and is outdated under a former one', async () => {
    const hash = await hashes.hash(password);
    expect(await new PasswordHashes(new SignInDigests(nextKey)).check(password, hash)).toMatchObject({ isRight: false });
    const renewed = new PasswordHashes(new SignInDigests(nextKey, [key]));
    expect(await renewed.check(password, hash)).toEqual({ isRight: true, isOutdated: true });
  });

  it('is outdated with other parameters', async () => {
    const nonce = Buffer.alloc(16, 7);
    const message = new SignInDigests(key).password.digest(password);
    const tag = argon2Sync('argon2id', { message, nonce, memory: 8192, passes: 2, parallelism: 1, tagLength: 32 });
    const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
    const older = `$argon2id$v=19$m=8192,t=2,p=1$${text(nonce)}$${text(tag)}`;
    expect(await hashes.check(password, older)).toEqual({ isRight: true, isOutdated: true });
  });
});
