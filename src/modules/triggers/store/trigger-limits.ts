import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Lease } from '#ledger/events/event-store.js';
import { PlanRooms } from '#ledger/work/rooms/plan-room.js';
import { Clock } from '#kernel/clock.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { blockProblem } from '#document/check/block-problem.js';
import type { DocumentProblem } from '#document/document.js';
import { TriggeredRuns } from '#modules/runs/index.js';
import { scheduleOf, type BlockTrigger } from '../kinds/trigger-kinds.js';
import { shortestGapMs } from '../schedules/occurrences.js';

/** What the plan of a workspace allows its triggers. */
@Injectable()
export class TriggerLimits {
  constructor(
    private readonly pool: Pool,
    private readonly rooms: PlanRooms,
    private readonly plans: PlanCatalogue,
    private readonly runs: TriggeredRuns,
    private readonly clock: Clock,
  ) {}

  /** Why these triggers cannot be those of the workflow. Without a workflow their number is not checked. */
  async problems(triggers: readonly BlockTrigger[], workspaceId: string, workflowId?: string): Promise<readonly DocumentProblem[]> {
    const account = triggers.length === 0 ? undefined : await this.runs.payerOf(workspaceId);
    if (account === undefined) return [];
    const { name, triggers: most, shortestScheduleMs } = this.plans.of(account.plan);
    const tooOften = triggers.flatMap((each) => {
      const schedule = scheduleOf(each);
      const gapMs = schedule === undefined || shortestScheduleMs === null ? undefined : shortestGapMs(schedule, this.clock.now());
      if (gapMs === undefined || shortestScheduleMs === null || gapMs >= shortestScheduleMs) return [];
      const what = `fires every ${gapMs / 1000} s, and the ${name} plan allows schedules of ${shortestScheduleMs / 1000} s or longer`;
      return [blockProblem(each.block, what, 'interval_too_short', 'scheduleType')];
    });
    const room = most === null || workflowId === undefined ? Infinity : Math.max(0, most - (await this.#others(workspaceId, workflowId)));
    const tooMany = triggers.slice(room).map(({ block }) => {
      const what = `is one trigger too many: a workspace has at most ${most} on the ${name} plan`;
      return blockProblem(block, what, 'too_many_triggers');
    });
    return [...tooOften, ...tooMany];
  }

  /** For the append of a deployment that counts triggers: it is refused when another deployment of the workspace has begun to count since. */
  async claim(triggers: readonly BlockTrigger[], workspaceId: string): Promise<Lease | undefined> {
    const account = triggers.length === 0 ? undefined : await this.runs.payerOf(workspaceId);
    if (account === undefined || this.plans.of(account.plan).triggers === null) return undefined;
    return this.rooms.claim(workspaceId);
  }

  async #others(workspaceId: string, workflowId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'triggers_of_workspace',
      text: `select count(*)::int as count from trigger where workspace_id = $1 and workflow_id <> $2 and status <> 'retired'`,
      values: [workspaceId, workflowId],
    });
    return rows[0]?.count ?? 0;
  }
}
