import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import type { Write } from '#ledger/rows/read-model.js';
import { GatheredReads } from '#ledger/rows/gathered-reads.js';
import { select, selectOne } from '#ledger/rows/select.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { trigger, type TriggerCommand } from '../domain/trigger.decider.js';
import { triggerStream, type TriggerEvent } from '../domain/trigger.events.js';
import type { TriggerState } from '../domain/trigger.state.js';
import { triggerModel, type TriggerRow } from '../projections/trigger.entity.js';
import { followSchedule } from './cursors/follow-schedule.js';

/** A trigger as it is stored. */
export type RegisteredTrigger = TriggerRow;

/** The triggers of all workflows. Checks no permissions. */
@Injectable()
export class Triggers {
  readonly #byPath = new GatheredReads<string, RegisteredTrigger>(async (paths) => {
    const rows = await select(this.pool, triggerModel, { where: { path: { in: paths } } });
    return new Map(rows.map((row) => [row.path ?? '', row]));
  });

  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
  ) {}

  find(id: string): Promise<RegisteredTrigger | undefined> {
    return selectOne(this.pool, triggerModel, { id });
  }

  /** By their ids. */
  async all(ids: readonly string[]): Promise<ReadonlyMap<string, RegisteredTrigger>> {
    const rows = await select(this.pool, triggerModel, { where: { id: { in: ids } } });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The trigger with this address, also a retired one. */
  withPath(path: string): Promise<RegisteredTrigger | undefined> {
    return this.#byPath.get(path);
  }

  /**
   * Decides on the present row, one command after the other, and appends, together with the writes of `writesFor`. A conflicting append is repeated from the
   * start, with the row as it is then. `commandFor` may throw, or return undefined for no change.
   * @throws DomainError not-found, and errors of the decider
   */
  async change(
    id: string,
    meta: EventMeta,
    commandFor: (row: RegisteredTrigger) => TriggerCommand | readonly TriggerCommand[] | undefined,
    writesFor: (row: RegisteredTrigger) => Promise<readonly Write[]> | readonly Write[] = () => [],
  ): Promise<void> {
    await retryConflicts(async () => {
      const row = await this.find(id);
      if (row === undefined) throw notFound('Trigger');
      const events = decided(row, [commandFor(row) ?? []].flat());
      if (events.length === 0) return;
      await this.store.append({
        streams: [appendTo(triggerStream.at(id, row.workspaceId), { expected: row.position, events, meta })],
        writes: [...followSchedule(id, row, events, row.position + events.length), ...(await writesFor(row))],
      });
    });
  }
}

function decided(row: RegisteredTrigger, commands: readonly TriggerCommand[]): readonly TriggerEvent[] {
  let state: TriggerState = row;
  return commands.flatMap((command) => {
    const events = trigger.decide(command, state);
    state = events.reduce<TriggerState>((before, event) => trigger.evolve(before, event), state);
    return events;
  });
}
