import { Readable } from 'node:stream';
import type { ByteStore } from './byte-store.js';

/** Writes a few bytes, reads and removes them: only this proves that all three are allowed. @throws what one of them failed with */
export async function tryBytes(bytes: ByteStore, location: string): Promise<void> {
  await bytes.write(location, Readable.from([Buffer.from('written by sluice to try the storage')]));
  for await (const _ of await bytes.open(location));
  await bytes.remove(location);
}
