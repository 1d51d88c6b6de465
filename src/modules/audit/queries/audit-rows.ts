import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { AuditEntry } from '../domain/audit-entry.js';
import { sealedEntry, type FoundEntry } from '../store/audit-entry.entity.js';
import { ReadReplicas } from '#ledger/projections/replicas/read-replicas.js';
import { auditView } from '../store/audit-place.entity.js';
import { AuditRecorder } from '../recording/audit-recorder.js';
import type { Statement } from './audit-statement.js';

const patienceMs = 1000;

@Injectable()
export class AuditRows {
  constructor(
    private readonly pool: Pool,
    private readonly recorder: AuditRecorder,
    private readonly reads: ReadReplicas,
  ) {}

  /** Waits up to a second until the log contains what the caller has just done. */
  async catchUp(): Promise<void> {
    const place = await this.recorder.caughtUp(patienceMs);
    if (place !== undefined) this.reads.require(auditView, place);
  }

  async select(statement: Statement): Promise<readonly AuditEntry[]> {
    const { rows } = await this.pool.query<FoundEntry>(statement);
    return rows.map((row) => sealedEntry(row).entry);
  }

  /** The same, at a replica if there is one. */
  async list(statement: Statement): Promise<readonly AuditEntry[]> {
    const rows = await this.reads.query<FoundEntry>(auditView, 'plain', statement);
    return rows.map((row) => sealedEntry(row).entry);
  }

  /** The present or former organization of a workspace; null: none, or there was never such a workspace. */
  async organizationOf(workspaceId: string): Promise<string | null> {
    await this.catchUp();
    const { rows } = await this.pool.query<{ id: string | null }>({
      name: 'audit_organization_of',
      text: 'select organization_id as id from audit_subject where key = $1',
      values: [workspaceId],
    });
    return rows[0]?.id ?? null;
  }

  /** Whether a user was ever a member of an organization, and has left it. */
  async affiliations(organizationId: string): Promise<ReadonlyMap<string, { readonly departed: boolean }>> {
    const { rows } = await this.pool.query<{ userId: string; departed: boolean }>({
      name: 'audit_affiliations',
      text: 'select user_id as "userId", departed from audit_affiliation where organization_id = $1',
      values: [organizationId],
    });
    return new Map(rows.map(({ userId, departed }) => [userId, { departed }]));
  }
}
