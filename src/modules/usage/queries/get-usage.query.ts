import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';

export const usageGroupings = ['workflow', 'key', 'day', 'model'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

export interface UsageSelection {
  readonly workspaceId: string;
  readonly groupBy: UsageGrouping;
  /** From this moment on, to this moment; absent: the present billing period. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface UsageGroup {
  /** The id of the workflow or key, the day (`2031-03-04`, UTC) or the name of the model; null where there is none. */
  readonly name: string | null;
  readonly executions: number;
  /** That models have read. */
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
}

export interface UsageView {
  readonly startDate: string;
  readonly endDate: string;
  readonly groups: readonly UsageGroup[];
}

/** What a workspace has used, in groups: the costliest first, days in order. */
export class GetUsage extends Query<UsageView> {
  constructor(
    readonly caller: Caller,
    readonly selection: UsageSelection,
  ) {
    super();
  }
}
