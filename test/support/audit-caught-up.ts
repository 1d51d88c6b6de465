import { expect } from '@jest/globals';
import { Composition } from '#ledger/composition.js';
import { eventually } from './eventually.js';
import type { TestApp } from './test-app.js';

/** Waits until the audit log contains every event that it tells. */
export async function auditCaughtUp({ app, database }: TestApp): Promise<void> {
  const types = app.get(Composition, { strict: false }).auditLines.map(({ definition }) => definition.type);
  await eventually(async () => {
    const { rows } = await database.pool.query<{ happened: number; told: number }>(
      `select (select count(*) from ledger_event where type = any($1))::int
           + (select count(*) from run_event where type in ('execution.started', 'cancellation.requested')
             or (type in ('execution.completed', 'execution.failed', 'execution.cancelled') and digest not like '1-%'))::int as happened,
         (select sum(seq) from audit_chain)::int as told`,
      [types],
    );
    expect(rows[0]?.told).toBe(rows[0]?.happened);
  }, 20_000);
}
