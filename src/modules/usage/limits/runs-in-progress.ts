import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

interface Running {
  readonly ofAccount: number;
  readonly ofWorkflow: number;
}

/**
 * How many runs of an account and of a workflow some process works on, by the leases that they hold. Runs that are over before they
 * touch anything outside hold none, those that wait in the queue or for a person neither.
 */
@Injectable()
export class RunsInProgress {
  readonly #asking = new Map<string, Promise<Running>>();

  constructor(private readonly pool: Pool) {}

  /** Asked once for all who want to know the same at the same time. */
  count(accountId: string, workflowId: string): Promise<Running> {
    const key = `${accountId}:${workflowId}`;
    let asking = this.#asking.get(key);
    if (asking === undefined) {
      asking = this.#ask(accountId, workflowId).finally(() => this.#asking.delete(key));
      this.#asking.set(key, asking);
    }
    return asking;
  }

  async #ask(accountId: string, workflowId: string): Promise<Running> {
    const { rows } = await this.pool.query<Running>({
      name: 'runs_in_progress',
      text: `select count(*) filter (where account_id = $1)::int as "ofAccount", count(*) filter (where workflow_id = $2)::int as "ofWorkflow"
             from work_item where owner is not null`,
      values: [accountId, workflowId],
    });
    return rows[0] ?? { ofAccount: 0, ofWorkflow: 0 };
  }
}
