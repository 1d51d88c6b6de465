import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';

export const usageGroupings = ['workflow', 'key', 'day', 'model', 'workspace'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** What is added up: a workspace, whoever pays for it, or all that an organization pays for, wherever it was used. */
export type UsageScope = { readonly workspaceId: string } | { readonly organizationId: string };

export interface UsageSelection {
  readonly scope: UsageScope;
  readonly groupBy: UsageGrouping;
  /** From this moment on, to this moment; absent: the present billing period. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface UsageGroup {
  /** The id of the workflow, key or workspace, the day (`2031-03-04`, UTC) or the name of the model; null where there is none. */
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

/** What a workspace or an organization has used, in groups: the costliest first, days in order. */
export class GetUsage extends Query<UsageView> {
  constructor(
    readonly caller: Caller,
    readonly selection: UsageSelection,
  ) {
    super();
  }
}
