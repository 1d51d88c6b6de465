import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { verify } from './verify.js';

const file = new Blob(['{"format":"sluice-audit-export"}\n']);
const pemOf = (type: 'ed25519' | 'x25519'): string =>
  generateKeyPairSync(type as 'ed25519')
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();

describe('the verification in the browser', () => {
  it.each([
    ['no key', '', 'No public key was given. A key begins with -----BEGIN PUBLIC KEY-----'],
    ['a key of another kind', pemOf('x25519'), 'Public key 1 is not an Ed25519 public key in PEM form'],
    [
      'a damaged key after a sound one',
      `${pemOf('ed25519')}${pemOf('ed25519').replace(/MC/, '')}`,
      'Public key 2 is not an Ed25519 public key in PEM form',
    ],
  ])('says nothing about the file with %s', async (_, keys, message) => {
    expect(await verify({ file, keys, checkpoint: '' }, () => undefined)).toEqual({ kind: 'unusable', message });
  });

  it('names a file that is not valid', async () => {
    expect(await verify({ file, keys: pemOf('ed25519'), checkpoint: '' }, () => undefined)).toMatchObject({ kind: 'broken' });
  });
});
