import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Config, followsEvents } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { isAtOrAfter, newestPosition } from '#ledger/projections/event-feed.js';
import { FollowerTurn, followTopic, lookEveryMs, turnFreeTopic } from '#ledger/projections/follower-turn.js';
import { Activity } from '#ledger/signals/activity.js';
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
/** How many of these pass until the recorder of another process is asked again. */
const pollsPerSignal = 5;

/** Records events in the audit log, outside of requests. Every process that follows events may do it; one has the turn. */
@Injectable()
export class AuditRecorder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #stop = new AbortController();
  #pause = new AbortController();
  #loop: Promise<void> | undefined;
  #unlisten: readonly (() => void)[] = [];
  readonly #turn: FollowerTurn;
  #isKeyMissing = false;

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
    this.#turn = new FollowerTurn(pool, leases.owner, auditPlaceTable.table);
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
  async caughtUp(patienceMs: number): Promise<boolean> {
    const target = await newestPosition(this.pool);
    const giveUpAt = this.clock.now().getTime() + patienceMs;
    for (let polls = 0; !isAtOrAfter(await auditPlace(this.pool), target); polls += 1) {
      if (this.clock.now().getTime() > giveUpAt) return false;
      this.#pause.abort();
      if (polls % pollsPerSignal === 0) this.signals.send(followTopic);
      await this.timers.wait(pollMs, this.#stop.signal);
    }
    return true;
  }

  async #run(): Promise<void> {
    for (let takesOver = this.config.role === 'follower'; !this.#stop.signal.aborted; takesOver = false) {
      const passed = await this.#round(takesOver).catch((error: unknown) => {
        this.logger.error({ err: error }, 'The audit log could not be written and will be retried');
        return undefined;
      });
      if (passed === undefined || passed === 'not ours' || passed < batch) await this.#rest(passed === 'not ours');
    }
  }

  async #round(takesOver: boolean): Promise<number | 'not ours' | undefined> {
    if (!(await this.#turn.isOurs({ takesOver }))) return 'not ours';
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

  async #rest(isWaiting: boolean): Promise<void> {
    this.#pause = new AbortController();
    const interrupted = AbortSignal.any([this.#pause.signal, this.#stop.signal]);
    if (isWaiting) await this.timers.wait(lookEveryMs, interrupted).catch(() => undefined);
    else await this.activity.rest(pauseMs, interrupted);
  }
}
