import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import type { Json } from '#kernel/json.js';
import { canonicalJson } from './canonical-json.js';

export const exportFormat = 'sluice-audit/1';

/** The head of a chain. */
export type ChainHead = {
  readonly chain: string;
  readonly seq: number;
  readonly hash: string;
  /** Signed roots so far. */
  readonly roots: number;
};

/** The heads of the chains at one moment. An export begins with a checkpoint; one that is kept elsewhere reveals later that a tail was cut off. */
export type Checkpoint = {
  readonly format: string;
  readonly keyId: string;
  /** The organization; null: all chains of the instance. */
  readonly organization: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** The predecessors of the signing key, oldest first; absent when there are none. */
  readonly formerKeys?: readonly string[];
  /** Sorted by chain. */
  readonly heads: readonly ChainHead[];
};

/** The Merkle root over the hashes of a stretch of a chain. */
export type RootStatement = {
  readonly chain: string;
  /** From 1, without gaps. */
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly root: string;
  /** The hash of the last entry. */
  readonly head: string;
  /** The hash of the statement before it in its chain; null for the first one. */
  readonly previous: string | null;
  /** ISO 8601. */
  readonly closedAt: string;
  readonly keyId: string;
};

/** Names the successor of a key. The former key signs it, so trust in the former key extends to the next one. */
export type KeyStatement = {
  readonly format: string;
  /** The former key. */
  readonly keyId: string;
  /** ISO 8601. */
  readonly at: string;
  /** The public half of the next one, PEM. */
  readonly next: string;
};

export type StatementKind = 'checkpoint' | 'root' | 'key';

/** Names a public key: the first half of the hash of its DER form, as base64url. */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'buffer')
    .subarray(0, 16)
    .toString('base64url');
}

/** Ed25519 over the kind, a line break and the canonical text, so that no statement passes for one of another kind. */
export function signatureOf(kind: StatementKind, statement: Checkpoint | RootStatement | KeyStatement, privateKey: KeyObject): string {
  return sign(null, signedBytes(kind, statement), privateKey).toString('base64url');
}

export function isSignedBy(publicKey: KeyObject, kind: StatementKind, statement: Json, signature: string): boolean {
  return verify(null, signedBytes(kind, statement), publicKey, Buffer.from(signature, 'base64url'));
}

export function statementHash(statement: RootStatement): string {
  return hash('sha256', canonicalJson(statement), 'base64url');
}

/** The line of a statement in an export. */
export function statementLine(kind: StatementKind, statement: Json, signature: string): string {
  return canonicalJson({ [kind]: statement, signature });
}

function signedBytes(kind: StatementKind, statement: Json): Buffer {
  return Buffer.from(`sluice-audit-${kind}\n${canonicalJson(statement)}`);
}
