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
const deliveriesPerRound = 500;
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
    this.#loop = new SoleLoop(turns, activity, { task: 'workspace-events', step: () => this.step(), pauseMs, onError });
  }

  onApplicationBootstrap(): void {
    if (worksOnJobs(this.config)) this.#loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#loop.stop();
  }

  /** Reads a part of the log and delivers what waits. @returns whether more is ready */
  async step(): Promise<boolean> {
    const isMore = await this.reader.read();
    const now = this.clock.now();
    if (now.getTime() - this.#inactivityAt >= inactivityEveryMs) {
      // Set first: what fails is tried a minute later, and holds back nothing else meanwhile.
      this.#inactivityAt = now.getTime();
      await this.reader.reportInactive(now);
    }
    return (await this.#deliver()) || isMore;
  }

  async #deliver(): Promise<boolean> {
    const waiting = await this.events.waiting(deliveriesPerRound);
    if (waiting.length === 0) return false;
    const triggers = await this.triggers.all([...new Set(waiting.map(({ triggerId }) => triggerId))]);
    const failures: unknown[] = [];
    await atOnce(triggersAtOnce, [...Map.groupBy(waiting, ({ triggerId }) => triggerId)], async ([triggerId, events]) => {
      const trigger = triggers.get(triggerId);
      for (const event of events) {
        if (trigger === undefined) continue;
        const failed = await this.#accept(trigger, event).then(
          () => false,
          (error: unknown) => failures.push(error) > 0,
        );
        if (failed) return;
      }
    });
    if (failures.length > 0) throw failures[0];
    return waiting.length === deliveriesPerRound;
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
