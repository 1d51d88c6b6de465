import type { AuditEntry, SealedEntry } from '../domain/audit-entry.js';
import type { UnsealedEntry } from '../domain/subject-book.js';
import { chainStart, entryHash, entryText } from '../proof/entry-chain.js';
import { MerkleTree } from '../proof/merkle-tree.js';
import { keyIdOf } from '../proof/cryptography.js';
import { signatureOf } from '../proof/sign-statement.js';
import { statementHash, type RootStatement } from '../proof/statements.js';
import type { AuditChainRow } from '../store/audit-chain.entity.js';
import type { SigningKey } from '../store/signing-key.js';
import { storable } from './storable.js';

/** Most entries under one root. More entries make fewer roots; fewer entries make proofs cheaper, since a proof reads all their hashes. */
export const mostUnderOneRoot = 131_072;

export interface SignedRoot {
  readonly statement: RootStatement;
  readonly signature: string;
}

/** A chain that grows by entries. Times are ISO 8601. */
export class GrowingChain {
  #state: Omit<AuditChainRow, 'openCount' | 'openPeaks'>;
  #open: MerkleTree;

  constructor(row: AuditChainRow) {
    const { openCount, openPeaks, ...state } = row;
    this.#state = state;
    this.#open = new MerkleTree(openCount, openPeaks);
  }

  static begin(id: string): GrowingChain {
    return new GrowingChain({ id, seq: 0, hash: chainStart, roots: 0, rootHash: null, openCount: 0, openPeaks: [], openSince: null });
  }

  get row(): AuditChainRow {
    return { ...this.#state, openCount: this.#open.count, openPeaks: this.#open.peaks };
  }

  append(unsealed: UnsealedEntry, id: string, now: string): SealedEntry {
    const seq = this.#state.seq + 1;
    const { entry, text } = withText({ ...unsealed, seq, id });
    const hash = entryHash(this.#state.hash, text);
    this.#open.add(hash);
    this.#state = { ...this.#state, seq, hash, openSince: this.#state.openSince ?? now };
    return { entry, hash };
  }

  /** A root covers entries of one hour of the clock at most. `hour` is the present hour. */
  isDue(hour: string): boolean {
    const { openSince } = this.#state;
    return openSince !== null && (this.#open.count >= mostUnderOneRoot || openSince < hour);
  }

  /** Signs a root over the entries that no root covers yet. There is at least one. */
  close(now: string, { privateKey }: SigningKey): SignedRoot {
    const { id: chain, seq: last, hash: head, roots, rootHash: previous } = this.#state;
    const statement: RootStatement = {
      chain,
      number: roots + 1,
      first: last - this.#open.count + 1,
      last,
      root: this.#open.root(),
      head,
      previous,
      closedAt: now,
      keyId: keyIdOf(privateKey),
    };
    this.#open = new MerkleTree();
    this.#state = { ...this.#state, roots: statement.number, rootHash: statementHash(statement), openSince: null };
    return { statement, signature: signatureOf('root', statement, privateKey) };
  }
}

/** The hour in which a moment lies, as its first moment. */
export function hourOf(now: string): string {
  return `${now.slice(0, 13)}:00:00.000Z`;
}

/** The entry as it can be stored, and its text. The database must return exactly what was hashed. */
function withText(entry: AuditEntry): { entry: AuditEntry; text: string } {
  const text = entryText(entry);
  if (!text.includes('\\u')) return { entry, text };
  const kept = storable(entry as never) as unknown as AuditEntry;
  return { entry: kept, text: entryText(kept) };
}
