import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Logger } from '#host/logging/logger.js';
import { isLastingRefusal, isPassing } from '#ledger/database/faults/refusal.js';
import { EventStore } from '#ledger/events/event-store.js';
import { readFeed, type FeedPosition, type FeedRow } from '#ledger/projections/event-feed.js';
import { Activity } from '#ledger/signals/activity.js';
import type { Write } from '#ledger/rows/read-model.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { Ids } from '#kernel/ids.js';
import {
  ExecutionCancelled,
  ExecutionCompleted,
  executionStream,
  ExecutionFailed,
  type ExecutionEvent,
  type ExecutionStarted,
} from '#engine/execution.events.js';
import { WorkflowDeployed, WorkflowDirectory, WorkflowUndeployed, WorkflowVersionActivated } from '#modules/workflows/index.js';
import { breaksRule, hasRested, isInactive, isRule, needsHistory, noPast, type WorkspaceEventConfig } from '../domain/event-rules.js';
import { TriggerDisabled } from '../domain/trigger.events.js';
import { workspaceEvent } from '../kinds/workspace-event-kind.js';
import { Triggers, type RegisteredTrigger } from '../store/triggers.js';
import { eventRuleRunTable, eventRuleTable, workspaceEventTable, type EventRuleRow } from '../store/workspace-event.entity.js';
import { WorkspaceEvents } from '../store/workspace-events.js';
import { eventInput, type EndedRun, type EventFacts } from './event-input.js';

const eventsAtOnce = 1000;
const runEnds: readonly string[] = [ExecutionCompleted.type, ExecutionFailed.type, ExecutionCancelled.type];
const versionChanges: readonly string[] = [WorkflowDeployed.type, WorkflowVersionActivated.type, WorkflowUndeployed.type];
const types = [...runEnds, ...versionChanges, TriggerDisabled.type];

type Started = ReturnType<typeof ExecutionStarted>['payload'];

interface Ended {
  readonly started: Started;
  /** Absent for a cancelled run: it neither completed nor failed. */
  readonly run?: EndedRun;
}

/** Finds the events that triggers wait for, in the order of the log, and makes each of them wait for its delivery. */
@Injectable()
export class EventReader {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly activity: Activity,
    private readonly events: WorkspaceEvents,
    private readonly triggers: Triggers,
    private readonly workflows: WorkflowDirectory,
    private readonly ids: Ids,
    private readonly logger: Logger,
  ) {}

  /** Reads the next part of the log. @returns whether more is ready */
  async read(): Promise<boolean> {
    const { place, horizon } = await this.events.standing();
    const watchers = Map.groupBy(await this.events.watchers(), ({ workspaceId }) => workspaceId);
    if (watchers.size === 0) {
      // The horizon was read before the triggers: a trigger that comes later waits for nothing before it. Each move moves the horizon too.
      if (place.tx !== horizon.tx && !this.activity.isQuiet) await this.events.pass(place, horizon, []);
      return false;
    }
    const rows = await readFeed(this.pool, { after: place, types, limit: eventsAtOnce, horizon: 'settled' });
    let from = place;
    for (const row of rows) {
      const interested = (watchers.get(row.workspace_id ?? '') ?? []).filter(
        ({ createdAt }) => Date.parse(row.at) >= Date.parse(createdAt),
      );
      const writes = interested.length === 0 ? [] : await this.#readable(row, interested);
      if (writes.length > 0) from = await this.#store(from, row, writes);
    }
    const last = rows.at(-1);
    if (last !== undefined && last.pos !== from.pos) await this.#pass(from, last, []);
    return (rows[0]?.passed ?? 0) === eventsAtOnce;
  }

  /** Reports workflows that have not run for too long. */
  async reportInactive(now: Date): Promise<void> {
    for (const watcher of await this.events.watchers()) {
      const config = configOf(watcher);
      if (config.eventType !== 'no_activity') continue;
      const rules = new Map((await this.events.rules(watcher.id)).map((rule) => [rule.workflowId, rule]));
      for (const workflowId of await this.#watchedBy(watcher)) {
        const rule = rules.get(workflowId) ?? freshRule(watcher, workflowId);
        const lastRunAt = Math.max(Date.parse(rule.lastRunAt ?? watcher.createdAt), Date.parse(watcher.createdAt));
        const firedAt = rule.firedAt === null ? null : Date.parse(rule.firedAt);
        if (!isInactive(config, { lastRunAt, firedAt }, now.getTime())) continue;
        const at = now.toISOString();
        const facts = { event: config.eventType, timestamp: at, workflowId } as const;
        const waits = await this.#waits(watcher, `inactive:${workflowId}:${at}`, facts, []);
        await this.events.write([waits, eventRuleTable.put({ ...rule, firedAt: at })]);
      }
    }
  }

  async #pass(from: FeedPosition, { tx, pos }: FeedRow, writes: readonly Write[]): Promise<FeedPosition> {
    await this.events.pass(from, { tx, pos }, writes);
    return { tx, pos };
  }

  /** Those after an event that the database refuses for good do not wait for it. */
  async #store(from: FeedPosition, row: FeedRow, writes: readonly Write[]): Promise<FeedPosition> {
    try {
      return await this.#pass(from, row, writes);
    } catch (error) {
      if (!isLastingRefusal(error)) throw error;
      this.#leaveOut(row, error);
      return from;
    }
  }

  /** Nor for one that cannot be read: it was written by a later release, or a part of it is lost. */
  async #readable(row: FeedRow, watchers: readonly RegisteredTrigger[]): Promise<readonly Write[]> {
    try {
      return await this.#writes(row, watchers);
    } catch (error) {
      if (isPassing(error) || error instanceof InfrastructureFault) throw error;
      this.#leaveOut(row, error);
      return [];
    }
  }

  #leaveOut({ stream_id: streamId, version, type }: FeedRow, error: unknown): void {
    this.logger.error(
      { err: error, streamId, version, type },
      'An event cannot be read, or what it starts cannot be stored: it starts no run',
    );
  }

  async #writes(row: FeedRow, watchers: readonly RegisteredTrigger[]): Promise<readonly Write[]> {
    if (runEnds.includes(row.type)) return this.#ofRun(row, watchers);
    if (versionChanges.includes(row.type)) return this.#ofVersion(row, watchers);
    return row.type === TriggerDisabled.type ? this.#ofTrigger(row, watchers) : [];
  }

  async #ofVersion(row: FeedRow, watchers: readonly RegisteredTrigger[]): Promise<readonly Write[]> {
    const event = row.type === WorkflowUndeployed.type ? 'workflow_undeployed' : 'workflow_deployed';
    const { version } = row.data as { readonly version?: number };
    const facts = { event, timestamp: row.at, workflowId: row.stream_id, ...(version === undefined ? {} : { version }) } as const;
    return this.#simple(row, watchers, facts);
  }

  async #ofTrigger(row: FeedRow, watchers: readonly RegisteredTrigger[]): Promise<readonly Write[]> {
    const disabled = await this.triggers.find(row.stream_id);
    if (disabled === undefined) return [];
    return this.#simple(row, watchers, { event: 'trigger_disabled', timestamp: row.at, workflowId: disabled.workflowId });
  }

  #simple(row: FeedRow, watchers: readonly RegisteredTrigger[], facts: Omit<EventFacts, 'workflowName'>): Promise<readonly Write[]> {
    const matching = watchers.filter((watcher) => watches(watcher, facts.workflowId) && configOf(watcher).eventType === facts.event);
    return Promise.all(matching.map((watcher) => this.#waits(watcher, keyOf(row), facts, [])));
  }

  async #ofRun(row: FeedRow, watchers: readonly RegisteredTrigger[]): Promise<readonly Write[]> {
    const ended = await this.#ended(row);
    if (ended === undefined) return [];
    // A run that an event started causes none, so that runs do not start each other for ever. It is activity of its workflow.
    const isCaused = ended.started.triggerSource?.kind === workspaceEvent;
    const concerned = watchers.filter((each) => !isCaused || configOf(each).eventType === 'no_activity');
    const writes: Write[] = [];
    for (const watcher of concerned.filter((each) => watches(each, ended.started.workflowId))) {
      writes.push(...(await this.#afterRun(row, watcher, ended)));
    }
    return writes;
  }

  async #afterRun(row: FeedRow, watcher: RegisteredTrigger, { started, run }: Ended): Promise<readonly Write[]> {
    const { workflowId, callChain = [] } = started;
    const config = configOf(watcher);
    const rule = async (): Promise<EventRuleRow> =>
      (await this.events.rules(watcher.id)).find((each) => each.workflowId === workflowId) ?? freshRule(watcher, workflowId);
    if (config.eventType === 'no_activity') return [eventRuleTable.put({ ...(await rule()), lastRunAt: row.at })];
    if (run === undefined) return [];
    const facts = { event: config.eventType, timestamp: run.endedAt, workflowId, run };
    const chain = [...callChain, workflowId];
    if (config.eventType === (run.status === 'failed' ? 'execution_error' : 'execution_success')) {
      return [await this.#waits(watcher, keyOf(row), facts, chain)];
    }
    if (!isRule(config.eventType)) return [];
    const { failed, durationMs } = { failed: run.status === 'failed', durationMs: run.durationMs };
    const past = needsHistory(config.eventType) ? await this.events.past(watcher, { workflowId, before: run.endedAt }) : noPast;
    const counted = { triggerId: watcher.id, workflowId, runId: run.runId, endedAt: run.endedAt, failed, durationMs };
    const history = needsHistory(config.eventType) ? [eventRuleRunTable.put(counted)] : [];
    if (!breaksRule(config, { failed, durationMs, costUsd: run.costUsd }, past)) return history;
    const former = await rule();
    if (!hasRested(former.firedAt === null ? null : Date.parse(former.firedAt), Date.parse(run.endedAt))) return history;
    return [...history, eventRuleTable.put({ ...former, firedAt: run.endedAt }), await this.#waits(watcher, keyOf(row), facts, chain)];
  }

  async #waits(
    { id: triggerId }: RegisteredTrigger,
    key: string,
    facts: Omit<EventFacts, 'workflowName'>,
    callChain: readonly string[],
  ): Promise<Write> {
    const [workflow] = await this.workflows.describe([facts.workflowId]);
    const payload = eventInput({ ...facts, workflowName: workflow?.name ?? null }, isRule(facts.event));
    return workspaceEventTable.add({ id: this.ids.next(), triggerId, key, payload, callChain });
  }

  /** Undefined for a run whose month has been deleted. Contents that a run does not keep are not read. */
  async #ended({ stream_id: runId, version }: FeedRow): Promise<Ended | undefined> {
    const [first] = await this.store.readStored(executionStream, runId, 0, 1);
    const [last] = await this.store.readStored(executionStream, runId, version - 1, 1);
    if (first?.type !== 'execution.started' || last === undefined) return undefined;
    const { payload: started } = first;
    const run = endOf(last, started);
    return { started, ...(run === undefined ? {} : { run: { ...run, runId } }) };
  }

  async #watchedBy(watcher: RegisteredTrigger): Promise<readonly string[]> {
    const { workspaceId, workflowId } = watcher;
    const { workflowIds } = configOf(watcher);
    if (workflowIds.length > 0) return this.workflows.among(workspaceId, workflowIds);
    return (await this.workflows.deployed(workspaceId)).filter((id) => id !== workflowId);
  }
}

function endOf(event: ExecutionEvent, { workflowId, trigger, startedAt, baseChargeUsd }: Started): Omit<EndedRun, 'runId'> | undefined {
  if (event.type !== 'execution.completed' && event.type !== 'execution.failed') return undefined;
  const { endedAt, durationMs, spent, output } = event.payload;
  const isFailed = event.type === 'execution.failed';
  const outcome = { status: isFailed ? 'failed' : 'completed', error: isFailed ? event.payload.error : null } as const;
  return { workflowId, trigger, startedAt, endedAt, durationMs, costUsd: spent?.costUsd ?? baseChargeUsd, output, ...outcome };
}

function configOf({ config }: RegisteredTrigger): WorkspaceEventConfig {
  return config as unknown as WorkspaceEventConfig;
}

function watches(watcher: RegisteredTrigger, workflowId: string): boolean {
  const { workflowIds } = configOf(watcher);
  return workflowIds.length === 0 ? workflowId !== watcher.workflowId : workflowIds.includes(workflowId);
}

function keyOf({ stream_id: streamId, version }: FeedRow): string {
  return `event:${streamId}:${version}`;
}

function freshRule({ id: triggerId }: RegisteredTrigger, workflowId: string): EventRuleRow {
  return { triggerId, workflowId, firedAt: null, lastRunAt: null };
}
