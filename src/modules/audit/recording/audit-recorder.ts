import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Config, followsEvents } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { isAtOrAfter, newestPosition, type FeedPosition } from '#ledger/projections/event-feed.js';
import { FollowerTurn, followTopic, lookEveryMs, quietBeatEveryMs, turnFreeTopic } from '#ledger/projections/follower-turn.js';
import { Activity, type RestEnd } from '#ledger/signals/activity.js';
import { Signals } from '#ledger/signals/signals.js';
import { Leases } from '#ledger/work/leases.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { Timers } from '#kernel/timers.js';
import { AuditLines } from './audit-lines.js';
import { auditPlace, auditPlaceTable } from '../store/audit-place.entity.js';
import { loadSigningKey, type SigningKey } from '../store/signing-key.js';
import { auditRound } from './audit-round.js';

const batch = 2000;
/** Few large rounds cost less than many small ones. A reader of the log ends the pause early. */
const pauseMs = 250;
const pollMs = 5;
/** Roots of chains are signed when their hour is over, also while nothing happens. */
const quietRoundEveryMs = 60_000;
/** How many of these pass until the recorder of another process is asked again. */
const pollsPerSignal = 5;

/** How many events a round has passed. *not ours*: another process has the turn; undefined: it must be repeated. */
type Passed = number | 'not ours' | undefined;

/** Records events in the audit log, outside of requests. Every process that follows events may do it; one has the turn. */
@Injectable()
export class AuditRecorder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #stop = new AbortController();
  #pause = new AbortController();
  #loop: Promise<void> | undefined;
  #unlisten: readonly (() => void)[] = [];
  readonly #turn: FollowerTurn;
  #isKeyMissing = false;
  #nextQuietRoundAt = 0;

  constructor(
    private readonly pool: Pool,
    private readonly lines: AuditLines,
    private readonly config: Config,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly activity: Activity,
    private readonly signals: Signals,
    leases: Leases,
    private readonly logger: Logger,
  ) {
    this.#turn = new FollowerTurn(pool, leases.owner, auditPlaceTable.table, config.role === 'follower');
  }

  onApplicationBootstrap(): void {
    if (!followsEvents(this.config) || this.#loop !== undefined) return;
    const look = (): void => {
      this.#turn.doubt();
      this.#pause.abort();
    };
    this.#unlisten = [this.signals.on(followTopic, () => this.#pause.abort()), this.signals.on(turnFreeTopic, look)];
    this.#loop = this.#run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    this.#pause.abort();
    for (const stop of this.#unlisten) stop();
    await this.#loop;
    if (this.#loop === undefined) return;
    // Without this another process takes the turn a moment later.
    await this.#turn.release().catch(() => undefined);
    this.signals.send(turnFreeTopic);
  }

  /** Waits until all events that were committed before the call are recorded, at most `patienceMs`. @returns whether they are */
  async caughtUp(patienceMs: number): Promise<FeedPosition | undefined> {
    const target = await newestPosition(this.pool);
    const giveUpAt = this.clock.now().getTime() + patienceMs;
    for (let polls = 0; !isAtOrAfter(await auditPlace(this.pool), target); polls += 1) {
      if (this.clock.now().getTime() > giveUpAt) return undefined;
      this.#pause.abort();
      if (polls % pollsPerSignal === 0) this.signals.send(followTopic);
      await this.timers.wait(pollMs, this.#stop.signal);
    }
    return target;
  }

  async #run(): Promise<void> {
    let after: RestEnd = 'news';
    while (!this.#stop.signal.aborted) {
      const since = this.activity.begin();
      const passed: Passed = await this.#round(after).catch((error: unknown) => {
        this.logger.error({ err: error }, 'The audit log could not be written and will be retried');
        return undefined;
      });
      const isMore: boolean = typeof passed === 'number' && passed >= batch;
      after = isMore ? 'news' : await this.#rest(passed, since);
    }
  }

  async #round(after: RestEnd): Promise<Passed> {
    if (!(await this.#turn.isOurs())) return 'not ours';
    const now = this.clock.now().getTime();
    if (after === 'nothing' && now < this.#nextQuietRoundAt) return 0;
    this.#nextQuietRoundAt = now + quietRoundEveryMs;
    const key = await this.#key();
    const client = await this.pool.connect();
    try {
      return await auditRound(client, { lines: this.lines, key, now: this.clock.now(), limit: batch });
    } finally {
      client.release();
    }
  }

  /** Read for each round, since a rotation may have replaced it. */
  async #key(): Promise<SigningKey | undefined> {
    try {
      const key = await loadSigningKey(this.pool, this.box);
      this.#isKeyMissing = false;
      return key;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (!this.#isKeyMissing) this.logger.error({ err: error }, 'The audit log is written without signatures');
      this.#isKeyMissing = true;
      return undefined;
    }
  }

  async #rest(passed: Passed, since: number): Promise<RestEnd> {
    this.#pause = new AbortController();
    const interrupted = AbortSignal.any([this.#pause.signal, this.#stop.signal]);
    const isOurs = passed !== 'not ours';
    const seen = passed === undefined ? {} : { since };
    const end = await this.activity.rest(isOurs ? pauseMs : lookEveryMs, interrupted, { ...seen, atMostMs: quietBeatEveryMs });
    // One that waits for the turn has read nothing.
    return isOurs ? end : 'news';
  }
}
