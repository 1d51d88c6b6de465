import type { Json } from '#kernel/json.js';
import { canonicalJson } from './canonical-json.js';
import { digestOf, isSignatureOf, type PublicKey } from '#proof-cryptography';

export const exportFormat = 'sluice-audit/1';

/** The head of a chain. */
export type ChainHead = {
  /** The organization of the chain, or the id of the chain of the instance. */
  readonly chain: string;
  /** Number of its last entry. */
  readonly seq: number;
  /** Hash of its last entry, base64url. */
  readonly hash: string;
  /** Signed roots so far. */
  readonly roots: number;
};

/** The heads of the chains at one moment. An export begins with a checkpoint; one that is kept elsewhere reveals later that a tail was cut off. */
export type Checkpoint = {
  /** Name and version of the format. */
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
  /** The organization of the chain, or the id of the chain of the instance. */
  readonly chain: string;
  /** From 1, without gaps. */
  readonly number: number;
  /** Number of the first entry that it covers. */
  readonly first: number;
  /** Number of the last entry that it covers. */
  readonly last: number;
  /** The Merkle root, base64url. */
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

export function isSignedBy(publicKey: PublicKey, kind: StatementKind, statement: Json, signature: string): boolean {
  return isSignatureOf(publicKey, signedText(kind, statement), signature);
}

export function statementHash(statement: RootStatement): string {
  return digestOf(canonicalJson(statement));
}

/** The line of a statement in an export. */
export function statementLine(kind: StatementKind, statement: Json, signature: string): string {
  return canonicalJson({ [kind]: statement, signature });
}

/** What is signed: the kind, a line break and the canonical text, so that no statement passes for one of another kind. */
export function signedText(kind: StatementKind, statement: Json): string {
  return `sluice-audit-${kind}\n${canonicalJson(statement)}`;
}
