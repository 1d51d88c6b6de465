import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { isAtOrAfter, newestPosition } from '#ledger/projections/event-feed.js';
import { Activity } from '#ledger/signals/activity.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { Timers } from '#kernel/timers.js';
import { AuditLines } from './audit-lines.js';
import { auditPlace } from '../store/audit-place.entity.js';
import { loadSigningKey, type SigningKey } from '../store/signing-key.js';
import { auditRound } from './audit-round.js';

const batch = 2000;
/** Few large rounds cost less than many small ones. A reader of the log ends the pause early. */
const pauseMs = 250;
const pollMs = 5;

/** Records events in the audit log, outside of requests. Runs in every process that does background work; one process records at a time. */
@Injectable()
export class AuditRecorder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #stop = new AbortController();
  #pause = new AbortController();
  #loop: Promise<void> | undefined;
  #isKeyMissing = false;

  constructor(
    private readonly pool: Pool,
    private readonly lines: AuditLines,
    private readonly config: Config,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly activity: Activity,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') this.#loop ??= this.#run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    this.#pause.abort();
    await this.#loop;
  }

  /** Waits until all events that were committed before the call are recorded, at most `patienceMs`. @returns whether they are */
  async caughtUp(patienceMs: number): Promise<boolean> {
    const target = await newestPosition(this.pool);
    const giveUpAt = this.clock.now().getTime() + patienceMs;
    while (!isAtOrAfter(await auditPlace(this.pool), target)) {
      if (this.clock.now().getTime() > giveUpAt) return false;
      this.#pause.abort();
      await this.timers.wait(pollMs, this.#stop.signal);
    }
    return true;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const passed = await this.#round().catch((error: unknown) => {
        this.logger.error({ err: error }, 'The audit log could not be written and will be retried');
        return undefined;
      });
      if (passed === undefined || passed < batch) await this.#rest();
    }
  }

  async #round(): Promise<number | undefined> {
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

  async #rest(): Promise<void> {
    this.#pause = new AbortController();
    const interrupted = AbortSignal.any([this.#pause.signal, this.#stop.signal]);
    await this.activity.rest(pauseMs, interrupted);
  }
}
