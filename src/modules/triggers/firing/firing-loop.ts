import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Drain } from '#edge/gate/drain.js';
import { Config, worksOnJobs } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { EventStore } from '#ledger/events/event-store.js';
import { Activity } from '#ledger/signals/activity.js';
import { Signals } from '#ledger/signals/signals.js';
import { Timers } from '#kernel/timers.js';
import { zoneData } from '../schedules/local-time.js';
import { ScheduleCursors, scheduleSign, type ClaimedSchedule } from '../store/cursors/schedule-cursors.js';
import { FireClaims } from './fire-claims.js';
import { scheduleTopic, type Lane } from './lane.js';
import { PollClaims } from './polls/poll-claims.js';

/** Finds a schedule whose signal was lost. In quiet times the look of `Activity` finds it, and a round follows after a moment. */
const longestRestMs = 1_000;
const longestQuietRestMs = 60_000;
const afterNewsMs = 250;
const faultPauseMs = 1_000;
/** How soon schedules are looked at again that another process is claiming at this moment. */
const contendedMs = 5;

/** Fires schedules. It sleeps until the earliest one is due; changes of triggers wake it. Any number of processes share the work. */
@Injectable()
export class FiringLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #stop = new AbortController();
  readonly #wakes = new Set<() => void>();
  #loops: readonly Promise<void>[] = [];
  #unlisten: readonly (() => void)[] = [];

  constructor(
    private readonly cursors: ScheduleCursors,
    private readonly fires: FireClaims,
    private readonly polls: PollClaims,
    private readonly store: EventStore,
    private readonly signals: Signals,
    private readonly activity: Activity,
    private readonly drain: Drain,
    private readonly timers: Timers,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#unlisten = [
      this.store.onAppended((streams) => {
        if (streams.some(({ events }) => events[0]?.type.startsWith('trigger.'))) this.signals.send(scheduleTopic);
      }),
    ];
    if (!worksOnJobs(this.config)) return;
    this.activity.follow(scheduleSign);
    this.#unlisten = [...this.#unlisten, this.signals.on(scheduleTopic, () => this.#wake()), this.activity.onNews(() => this.#wakeSoon())];
    void this.cursors.recompute(zoneData).catch((error: unknown) => this.#report(error));
    this.#loops = [this.#run(this.fires), this.#run(this.polls)];
  }

  /** What has been claimed is fired first, as far as this process may still start runs. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const stop of this.#unlisten) stop();
    this.#stop.abort(new Error('The process is stopping'));
    await Promise.all(this.#loops);
  }

  async #run(lane: Lane): Promise<void> {
    const { signal } = this.#stop;
    const held = new Set<Promise<void>>();
    let count = 0;
    const begin = (claims: readonly ClaimedSchedule[]): void => {
      count += claims.length;
      const work = lane.work(claims, signal).finally(() => {
        held.delete(work);
        count -= claims.length;
        this.#wake();
      });
      held.add(work);
    };
    while (!signal.aborted) {
      const rest = this.#rest();
      const since = this.activity.begin();
      const free = Math.min(lane.mostAtOnce, lane.mostHeld - count);
      const idleMs = free <= 0 || this.drain.isDraining ? longestRestMs : await this.#round(lane, free, begin);
      await rest(Math.min(idleMs, this.activity.longestRest(since)));
    }
    await Promise.all(held);
  }

  /** @returns how long there is nothing to do, in ms */
  async #round(lane: Lane, free: number, begin: (claims: readonly ClaimedSchedule[]) => void): Promise<number> {
    try {
      const idleMs = await this.cursors.idleMs(lane.polls, longestQuietRestMs);
      if (idleMs > 0) return idleMs;
      const claims = await this.cursors.claim(lane.polls, free, lane.claimMs);
      if (claims.length === 0) return contendedMs;
      // A source that does not answer holds its own poll only.
      for (const part of lane.polls ? claims.map((claim) => [claim]) : [claims]) begin(part);
      return 0;
    } catch (error) {
      this.#report(error);
      return faultPauseMs;
    }
  }

  /** @returns how to wait; the wait ends at once if something has happened since this call */
  #rest(): (ms: number) => Promise<void> {
    let isWoken = false;
    let end = (): void => undefined;
    const wake = (): void => {
      isWoken = true;
      end();
    };
    this.#wakes.add(wake);
    return async (ms) => {
      if (!isWoken && ms > 0 && !this.#stop.signal.aborted) {
        await new Promise<void>((resolve) => {
          const callOff = this.timers.after(Math.ceil(ms), resolve);
          end = () => {
            callOff();
            resolve();
          };
          this.#stop.signal.addEventListener('abort', end, { once: true });
        });
        this.#stop.signal.removeEventListener('abort', end);
      }
      this.#wakes.delete(wake);
    };
  }

  /** At once, it would keep the work that has come from its connection. */
  #wakeSoon(): void {
    this.timers.after(afterNewsMs, () => this.#wake());
  }

  #wake(): void {
    for (const wake of this.#wakes) wake();
  }

  #report(error: unknown): void {
    this.logger.error({ err: error }, 'Schedules could not be fired and will be retried');
  }
}
