import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { appliedPlace, readApplied, type AppliedEvent } from '#ledger/projections/applied-events.js';
import type { FeedPosition } from '#ledger/projections/event-feed.js';
import {
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  ExecutionResumed,
  ExecutionStarted,
} from '#engine/execution.events.js';
import { executionLog } from '../../projections/execution-log.projection.js';

/** A change of the entry of a run, at its place in the order of all events. */
export type RunChange = AppliedEvent;

export interface ChangesRead {
  readonly changes: readonly RunChange[];
  /** How far the reading has come. */
  readonly place: FeedPosition;
  /** Whether the log has more events after it. */
  readonly isMore: boolean;
}

const types: readonly string[] = [
  ExecutionStarted,
  ExecutionPaused,
  ExecutionResumed,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionCancelled,
].map(({ type }) => type);

/** Reads which entries of the log have changed: of all workspaces, and as far as the log has followed the events. */
@Injectable()
export class ChangeFeed {
  constructor(private readonly pool: Pool) {}

  /** The place up to which the log has followed. */
  head(): Promise<FeedPosition> {
    return appliedPlace(this.pool, executionLog.name);
  }

  /** The changes among the next `limit` events. */
  async read(after: FeedPosition, limit: number): Promise<ChangesRead> {
    const { events, place, isMore } = await readApplied(this.pool, { projection: executionLog.name, types, after, limit });
    return { changes: events, place, isMore };
  }
}
