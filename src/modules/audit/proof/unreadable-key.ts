/** A file of public keys contains none. */
export class UnreadableKey extends Error {
  constructor(file: string) {
    super(`${file} holds no public key that could be read: it should be what sluice audit public-key has printed`);
    this.name = 'UnreadableKey';
  }
}
