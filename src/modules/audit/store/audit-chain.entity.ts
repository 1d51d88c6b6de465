import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The head of a chain, and the Merkle tree of the entries that no root covers yet. */
export interface AuditChainRow {
  readonly id: string;
  readonly seq: number;
  readonly hash: string;
  readonly roots: number;
  readonly rootHash: string | null;
  readonly openCount: number;
  readonly openPeaks: readonly string[];
  readonly openSince: string | null;
}

export const auditChainTable = new ReadModel<AuditChainRow, 'id'>({
  table: 'audit_chain',
  key: ['id'],
  kept: record('one for each organization'),
  columns: {
    id: { type: 'uuid' },
    seq: { type: 'bigint' },
    hash: { type: 'text' },
    roots: { type: 'integer' },
    rootHash: { type: 'text', nullable: true },
    openCount: { type: 'integer' },
    openPeaks: { type: 'text[]' },
    openSince: { type: 'timestamptz', nullable: true },
  },
});
