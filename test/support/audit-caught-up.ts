import { expect } from '@jest/globals';
import { eventually } from './eventually.js';
import type { TestApp } from './test-app.js';

/** Waits until the audit log contains every event. */
export async function auditCaughtUp({ database }: TestApp): Promise<void> {
  await eventually(async () => {
    const { rows } = await database.pool.query<{ happened: number; told: number }>(
      `select (select count(*) from ledger_event)::int + (select count(*) from run_event where type in ('execution.started', 'cancellation.requested')
             or (type in ('execution.completed', 'execution.failed', 'execution.cancelled') and digest not like '1-%'))::int as happened,
         (select sum(seq) from audit_chain)::int as told`,
    );
    expect(rows[0]?.told).toBe(rows[0]?.happened);
  }, 20_000);
}
