import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { RootStatement } from '../proof/statements.js';

export type AuditRootRow = RootStatement & { readonly signature: string };

export const auditRootTable = new ReadModel<AuditRootRow, 'chain' | 'number'>({
  table: 'audit_root',
  key: ['chain', 'number'],
  kept: record('one for each hour with entries'),
  columns: {
    chain: { type: 'uuid' },
    number: { type: 'integer' },
    first: { type: 'bigint' },
    last: { type: 'bigint' },
    root: { type: 'text' },
    head: { type: 'text' },
    previous: { type: 'text', nullable: true },
    closedAt: { type: 'timestamptz' },
    keyId: { type: 'text' },
    signature: { type: 'text' },
  },
});

/** The columns of rows for `signedRoot`. */
export const auditRootColumns = [...auditRootTable.columns].map(([property, { name }]) => `${name} as "${property}"`).join(', ');

/** A row as the driver returns it. */
export interface FoundRoot extends Omit<AuditRootRow, 'first' | 'last' | 'closedAt'> {
  readonly first: string;
  readonly last: string;
  readonly closedAt: Date;
}

export function signedRoot({ signature, first, last, closedAt, ...rest }: FoundRoot): { statement: RootStatement; signature: string } {
  return { statement: { ...rest, first: Number(first), last: Number(last), closedAt: closedAt.toISOString() }, signature };
}
