import { isJsonObject } from '#kernel/json.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { PublicKey } from '#proof-cryptography';
import { entryHash, entryText } from './entry-chain.js';
import { rootFromPath } from './merkle-tree.js';
import { ProofBroken } from './proof-broken.js';
import { parseLine, SignedLines } from './signed-line.js';
import { statementLine, type RootStatement } from './statements.js';

/** Proves that one entry is under a signed root, without other entries. */
export type InclusionProof = {
  /** The entry and its way to the root. */
  readonly proof: {
    /** The entry as it is hashed. */
    readonly entry: AuditEntry;
    /** The hash of the entry before it. */
    readonly previous: string;
    /** From the leaf upwards. */
    readonly path: readonly string[];
    /** The root that was signed. */
    readonly root: RootStatement;
    /** Ed25519 signature of the root, base64url. */
    readonly signature: string;
    /** The lines in which keys name the ones after them; absent when there are none. */
    readonly keys?: readonly string[];
  };
};

/** @returns the entry, unchanged since the root was signed @throws ProofBroken */
export function verifyInclusion(text: string, publicKeys: readonly PublicKey[]): AuditEntry {
  const { proof } = parseLine(text);
  if (!isJsonObject(proof) || !isJsonObject(proof['entry']) || !isJsonObject(proof['root'])) throw new ProofBroken('This is not a proof');
  const { entry, previous, path, root: given, signature, keys = [] } = proof as unknown as InclusionProof['proof'];
  if (typeof signature !== 'string' || !Array.isArray(path) || !isListOfText(keys)) throw new ProofBroken('This is not a proof');
  const signed = new SignedLines(publicKeys);
  for (const line of keys) signed.follow(line);
  const root = signed.root(statementLine('root', given, signature));
  if (entry.chain !== root.chain) throw new ProofBroken('The entry is of another chain than the root');
  const place = { index: entry.seq - root.first, size: root.last - root.first + 1, path };
  if (rootFromPath(entryHash(previous, entryText(entry)), place) !== root.root)
    throw new ProofBroken('The entry is not under the root: one of them was changed');
  return entry;
}

function isListOfText(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
