import type { JsonObject } from '#kernel/json.js';
import { fleeting, record, withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

interface WorkspaceEventPlace {
  readonly id: number;
  readonly tx: string;
  readonly pos: string;
}

/** How far the events of workspaces have been read. There is one row. */
export const workspaceEventPlace = new ReadModel<WorkspaceEventPlace, 'id'>({
  table: 'workspace_event_place',
  key: ['id'],
  kept: record('one row'),
  columns: { id: { type: 'integer' }, tx: { type: 'text' }, pos: { type: 'bigint' } },
});

export interface WorkspaceEventRow {
  /** Ascending. */
  readonly id: string;
  readonly triggerId: string;
  /** Names the event for the trigger. */
  readonly key: string;
  readonly payload: JsonObject;
  readonly callChain: readonly string[];
}

/** An event that waits for its delivery. It is written when the reader passes the event. */
export const workspaceEventTable = new ReadModel<WorkspaceEventRow, 'id'>({
  table: 'workspace_event',
  key: ['id'],
  kept: fleeting('events of workspaces until they are delivered'),
  columns: {
    id: { type: 'uuid' },
    triggerId: { type: 'uuid' },
    key: { type: 'text' },
    payload: { type: 'jsonb' },
    callChain: { type: 'text[]' },
  },
});

export interface EventRuleRow {
  readonly triggerId: string;
  readonly workflowId: string;
  readonly firedAt: string | null;
  readonly lastRunAt: string | null;
}

/** What a rule remembers of a workflow. */
export const eventRuleTable = new ReadModel<EventRuleRow, 'triggerId' | 'workflowId'>({
  table: 'event_rule',
  key: ['triggerId', 'workflowId'],
  kept: withOwner('one for each rule of a workspace and each workflow that it watches'),
  columns: {
    triggerId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    firedAt: { type: 'timestamptz', nullable: true },
    lastRunAt: { type: 'timestamptz', nullable: true },
  },
});

export interface EventRuleRunRow {
  readonly triggerId: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly endedAt: string;
  readonly failed: boolean;
  readonly durationMs: number;
}

/** A run that rules with a window count. */
export const eventRuleRunTable = new ReadModel<EventRuleRunRow, 'triggerId' | 'runId'>({
  table: 'event_rule_run',
  key: ['triggerId', 'runId'],
  kept: fleeting('runs that rules count, for the longest window'),
  columns: {
    triggerId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    runId: { type: 'uuid' },
    endedAt: { type: 'timestamptz' },
    failed: { type: 'boolean' },
    durationMs: { type: 'bigint' },
  },
});
