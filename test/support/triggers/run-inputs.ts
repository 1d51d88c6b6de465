import { expect } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../eventually.js';
import type { TestApp } from '../test-app.js';

/** What the runs of a `triggered` workflow have received, once that many have ended, in the order of their deliveries. */
export function runInputs({ database }: Pick<TestApp, 'database'>, workflowId: string, count: number): Promise<readonly JsonObject[]> {
  return eventually(async () => {
    const { rows } = await database.pool.query<{ got: JsonObject }>(
      `select e.data->'output'->'result'->'got' as got from delivery d join run_event e on e.stream_id = d.execution_id
       where d.workflow_id = $1 and d.outcome = 'accepted' and e.type = 'execution.completed' order by d.received_at, d.id`,
      [workflowId],
    );
    expect(rows).toHaveLength(count);
    return rows.map(({ got }) => got);
  }, 20_000);
}
