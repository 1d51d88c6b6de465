import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SoleLoop } from '#ledger/chores/sole-loop.js';
import { Turns } from '#ledger/chores/turns.js';
import { Config, worksOnJobs } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { Activity } from '#ledger/signals/activity.js';
import { EndedRuns } from './ended-runs.js';
import { HeldDeliveries } from './held-deliveries.js';
import { LeftTriggers } from './left-triggers.js';

const pauseMs = 250;

/** Does what follows from events of triggers and from the ends of their runs. One process at a time does so. */
@Injectable()
export class TriggerFollower implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #loop: SoleLoop;

  constructor(
    turns: Turns,
    activity: Activity,
    private readonly config: Config,
    private readonly ended: EndedRuns,
    private readonly held: HeldDeliveries,
    private readonly left: LeftTriggers,
    logger: Logger,
  ) {
    const onError = (error: unknown): void => logger.warn({ err: error }, 'The runs of triggers could not be followed and will be later');
    const step = (signal: AbortSignal): Promise<boolean> => this.step(signal);
    const isWaiting = (): boolean => this.held.isWaiting;
    const onDoubt = (): void => {
      this.ended.doubt();
      this.held.notice();
      this.left.notice();
    };
    this.#loop = new SoleLoop(turns, activity, { task: 'trigger-runs', step, pauseMs, onDoubt, isWaiting, onError });
  }

  onApplicationBootstrap(): void {
    if (worksOnJobs(this.config)) this.#loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#loop.stop();
  }

  /** @returns whether more events are ready */
  async step(signal: AbortSignal): Promise<boolean> {
    const { isMore, mayRelease, mayBeLeft } = await this.ended.round();
    if (mayBeLeft) this.left.notice();
    if (mayRelease) this.held.notice();
    await this.held.round(signal);
    await this.left.round();
    return isMore;
  }
}
