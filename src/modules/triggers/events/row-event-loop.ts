import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SoleLoop } from '#ledger/chores/sole-loop.js';
import { Turns } from '#ledger/chores/turns.js';
import { Config, worksOnJobs } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { Activity } from '#ledger/signals/activity.js';
import { rowEventSign, RowWatches, type WaitingRowEvent, type WatchedTable } from '#modules/tables/index.js';
import { Deliveries } from '../deliveries/deliveries.js';
import type { RowTriggerConfig } from '../kinds/table-new-row-kind.js';
import { Triggers, type RegisteredTrigger } from '../store/triggers.js';
import { atOnce } from './at-once.js';
import { batchInput, rowInput } from './row-input.js';

const pauseMs = 250;
const eventsAtOnce = 2000;
const deliveriesAtOnce = 200;
const mostInBatch = 100;
/** Of a batch, in characters of JSON. */
const largestBatch = 1_000_000;

type Events = readonly [WaitingRowEvent, ...WaitingRowEvent[]];

/** Changes of rows whose deliveries must keep their order. */
interface Chain {
  readonly key: string;
  readonly trigger: RegisteredTrigger;
  readonly table: WatchedTable;
  readonly events: readonly WaitingRowEvent[];
}

/** Turns changes of watched rows into deliveries, in the order of the changes of a row. One process at a time does so. */
@Injectable()
export class RowEventLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #loop: SoleLoop;

  constructor(
    turns: Turns,
    private readonly config: Config,
    private readonly watches: RowWatches,
    private readonly triggers: Triggers,
    private readonly deliveries: Deliveries,
    activity: Activity,
    private readonly logger: Logger,
  ) {
    const onError = (error: unknown): void => this.logger.warn({ err: error }, 'Changes of rows started no runs and will be retried');
    const step = (signal: AbortSignal): Promise<boolean> => this.deliverAll(signal);
    activity.follow(rowEventSign);
    this.#loop = new SoleLoop(turns, activity, { task: 'row-events', step, pauseMs, onError });
  }

  onApplicationBootstrap(): void {
    if (worksOnJobs(this.config)) this.#loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#loop.stop();
  }

  /** Delivers what waits. Changes after one that failed wait if they are of the same row. @throws what made deliveries fail */
  async deliverAll(signal: AbortSignal): Promise<boolean> {
    const stuck = new Map<string, unknown>();
    for (let after = 0, isMore = true; isMore && !signal.aborted;) {
      const events = await this.watches.waiting(after, eventsAtOnce);
      const chains = (await this.#chains(events)).filter(({ key }) => !stuck.has(key));
      await atOnce(deliveriesAtOnce, chains, async (chain) => {
        await this.#deliver(chain, signal).catch((error: unknown) => stuck.set(chain.key, error));
      });
      after = events.at(-1)?.seq ?? after;
      isMore = events.length === eventsAtOnce;
    }
    const [failure] = stuck.values();
    if (failure !== undefined) throw failure;
    return false;
  }

  async #chains(events: readonly WaitingRowEvent[]): Promise<readonly Chain[]> {
    if (events.length === 0) return [];
    const triggers = await this.triggers.all([...new Set(events.map(({ watcherId }) => watcherId))]);
    const tables = await this.watches.changedTables([...new Set(events.map(({ tableId }) => tableId))]);
    const isBatched = ({ watcherId, batch }: WaitingRowEvent): boolean =>
      batch !== null || (triggers.get(watcherId)?.config as RowTriggerConfig | undefined)?.batch === true;
    const keyOf = (event: WaitingRowEvent): string => `${event.watcherId} ${isBatched(event) ? 'batches' : event.rowId}`;
    return [...Map.groupBy(events, keyOf)].flatMap(([key, together]) => {
      const [first] = together;
      const [trigger, table] = [triggers.get(first?.watcherId ?? ''), tables.get(first?.tableId ?? '')];
      return trigger === undefined || table === undefined ? [] : [{ key, trigger, table, events: together }];
    });
  }

  async #deliver(chain: Chain, signal: AbortSignal): Promise<void> {
    const { trigger, table, events, key } = chain;
    const config = trigger.config as unknown as RowTriggerConfig;
    if (key.endsWith(' batches')) return this.#deliverBatches(chain, signal);
    for (const event of events) {
      if (signal.aborted) return;
      await this.#accept(trigger, [event], { key: `row:${event.seq}`, payload: rowInput(event, table, config) });
    }
  }

  async #deliverBatches({ trigger, table, events }: Chain, signal: AbortSignal): Promise<void> {
    const done = new Set<number>();
    for (const together of batchesOf(events)) {
      const [{ seq, batch: joined }] = together;
      if (signal.aborted) return;
      if (joined !== null && done.has(joined)) continue;
      const batch = joined ?? (await this.watches.join([seq, ...together.slice(1).map((event) => event.seq)]));
      done.add(batch);
      const [first, ...others] = await this.watches.joined(batch);
      if (first === undefined) continue;
      const payload = batchInput([first, ...others], table, trigger.config as unknown as RowTriggerConfig);
      await this.#accept(trigger, [first, ...others], { key: `rows:${batch}`, payload });
    }
  }

  /** The append of the delivery ends the wait of its changes, so that a crash leaves both or neither. */
  async #accept(
    trigger: RegisteredTrigger,
    events: Events,
    { key, payload }: { readonly key: string; readonly payload: ReturnType<typeof rowInput> },
  ): Promise<void> {
    const callChain = events.map((event) => event.callChain).reduce((longest, chain) => (chain.length > longest.length ? chain : longest));
    const writes = events.map((event) => this.watches.done(event));
    const { outcome } = await this.deliveries.accept({ trigger, key, payload, callChain, alongside: { writes } });
    if (outcome === 'duplicate') await this.watches.forget(events.map(({ seq }) => seq));
  }
}

/** Joined changes stay together. Others are joined up to a number and a size, in their order. */
function batchesOf(events: readonly WaitingRowEvent[]): readonly Events[] {
  const batches: [WaitingRowEvent, ...WaitingRowEvent[]][] = [];
  let size = 0;
  for (const event of events) {
    const open = batches.at(-1);
    const added = JSON.stringify([event.before, event.after]).length;
    const fits = open !== undefined && open[0].batch === event.batch && open.length < mostInBatch && size + added <= largestBatch;
    if (fits) open.push(event);
    else batches.push([event]);
    size = fits ? size + added : added;
  }
  return batches;
}
