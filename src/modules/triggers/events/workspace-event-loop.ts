import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SoleLoop } from '#ledger/chores/sole-loop.js';
import { Turns } from '#ledger/chores/turns.js';
import { Config, worksOnJobs } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { Activity } from '#ledger/signals/activity.js';
import { Clock } from '#kernel/clock.js';
import { Deliveries } from '../deliveries/deliveries.js';
import { Triggers } from '../store/triggers.js';
import { workspaceEventTable, type WorkspaceEventRow } from '../store/workspace-event.entity.js';
import { WorkspaceEvents, workspaceEventSign } from '../store/workspace-events.js';
import { atOnce } from './at-once.js';
import { EventReader } from './event-reader.js';

const pauseMs = 500;
const inactivityEveryMs = 60_000;
const eventsAtOnce = 500;
const triggersAtOnce = 32;

/** Reads the log for the triggers that wait for events of workspaces, and delivers the events. One process at a time does so. */
@Injectable()
export class WorkspaceEventLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #loop: SoleLoop;
  #inactivityAt = 0;

  constructor(
    turns: Turns,
    private readonly config: Config,
    private readonly reader: EventReader,
    private readonly events: WorkspaceEvents,
    private readonly triggers: Triggers,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
    activity: Activity,
    private readonly logger: Logger,
  ) {
    const onError = (error: unknown): void =>
      this.logger.warn({ err: error }, 'Events of workspaces were not delivered and will be retried');
    activity.follow(workspaceEventSign);
    this.#loop = new SoleLoop(turns, activity, { task: 'workspace-events', step: (signal) => this.step(signal), pauseMs, onError });
  }

  onApplicationBootstrap(): void {
    if (worksOnJobs(this.config)) this.#loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#loop.stop();
  }

  /** Reads a part of the log and delivers what waits, also if one of both fails. @returns whether more is ready */
  async step(signal: AbortSignal): Promise<boolean> {
    const [found] = await Promise.allSettled([this.#find()]);
    const [delivered] = await Promise.allSettled([this.#deliver(signal)]);
    if (found.status === 'rejected') throw found.reason;
    if (delivered.status === 'rejected') throw delivered.reason;
    return found.value;
  }

  async #find(): Promise<boolean> {
    const isMore = await this.reader.read();
    const now = this.clock.now();
    if (now.getTime() - this.#inactivityAt >= inactivityEveryMs) {
      // Set first: what fails is tried a minute later, and holds back nothing else meanwhile.
      this.#inactivityAt = now.getTime();
      await this.reader.reportInactive(now);
    }
    return isMore;
  }

  /** Events after one that failed wait if they are of the same trigger. @throws what made deliveries fail */
  async #deliver(signal: AbortSignal): Promise<void> {
    const stuck = new Map<string, unknown>();
    let after: string | undefined;
    for (let isMore = true; isMore && !signal.aborted;) {
      const waiting = await this.events.waiting(after, eventsAtOnce);
      await this.#deliverAll(waiting, stuck);
      after = waiting.at(-1)?.id;
      isMore = waiting.length === eventsAtOnce;
    }
    const [failure] = stuck.values();
    if (failure !== undefined) throw failure;
  }

  async #deliverAll(waiting: readonly WorkspaceEventRow[], stuck: Map<string, unknown>): Promise<void> {
    const chains = [...Map.groupBy(waiting, ({ triggerId }) => triggerId)].filter(([triggerId]) => !stuck.has(triggerId));
    if (chains.length === 0) return;
    const triggers = await this.triggers.all(chains.map(([triggerId]) => triggerId));
    await atOnce(triggersAtOnce, chains, async ([triggerId, events]) => {
      const trigger = triggers.get(triggerId);
      if (trigger === undefined) return;
      try {
        for (const event of events) await this.#accept(trigger, event);
      } catch (error) {
        stuck.set(triggerId, error);
      }
    });
  }

  async #accept(
    trigger: Parameters<Deliveries['accept']>[0]['trigger'],
    { id, key, payload, callChain }: WorkspaceEventRow,
  ): Promise<void> {
    const alongside = { writes: [workspaceEventTable.remove({ id })] };
    const { outcome } = await this.deliveries.accept({ trigger, key, payload, callChain, alongside });
    if (outcome === 'duplicate') await this.events.forget(id);
  }
}
