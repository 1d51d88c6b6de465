import { longestTimerMs } from './patience.js';
import { SluiceError } from './sluice-error.js';
import { pause, type CallOptions } from './transport.js';
import type { AsyncStart, Job } from './generated/types.js';

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Time limit of the wait, in ms; a poll may take a second in any case. Default: none. */
  readonly timeoutMs?: number;
  /** First pause between two polls, in ms; it grows to 5 seconds. Default: 200. */
  readonly intervalMs?: number;
  /** Called after each poll. */
  readonly onProgress?: (job: Job) => void;
}

const longestIntervalMs = 5000;
const shortestPollMs = 1000;

/** An asynchronous run. */
export class StartedJob {
  readonly jobId: string;
  /** Undefined for a job that this program did not start. */
  readonly executionId: string | undefined;
  readonly #look: (options: CallOptions) => Promise<Job>;

  constructor({ jobId, executionId }: Pick<AsyncStart, 'jobId'> & Partial<AsyncStart>, look: (options: CallOptions) => Promise<Job>) {
    this.#look = look;
    this.jobId = jobId;
    this.executionId = executionId;
  }

  /** Requests the current state of the job. */
  status(options: CallOptions = {}): Promise<Job> {
    return this.#look(options);
  }

  /**
   * Waits for the end of the job and returns it. Temporary errors are retried.
   * @throws SluiceError EXECUTION_ERROR if the run failed or was cancelled, TIMEOUT after `timeoutMs`
   */
  async wait({ signal, timeoutMs, intervalMs = 200, onProgress }: WaitOptions = {}): Promise<Job> {
    const giveUpAt = timeoutMs === undefined ? Infinity : Date.now() + timeoutMs;
    for (let interval = intervalMs; ; interval = Math.min(longestIntervalMs, interval * 1.5)) {
      const job = await this.#poll(giveUpAt - Date.now(), signal);
      onProgress?.(job);
      if (job.status === 'completed') return job;
      if (job.status === 'failed' || job.status === 'cancelled') throw this.#failure(job);
      if (Date.now() + interval > giveUpAt) {
        throw new SluiceError(`Job ${this.jobId} is still ${job.status}`, { kind: 'TIMEOUT', executionId: this.executionId });
      }
      await pause(interval, signal);
    }
  }

  /** The job, if the server answers within the rest of the wait. */
  async #poll(restMs: number, caller: AbortSignal | undefined): Promise<Job> {
    if (restMs === Infinity) return this.#look(caller === undefined ? {} : { signal: caller });
    const over = AbortSignal.timeout(Math.min(Math.ceil(Math.max(restMs, shortestPollMs)), longestTimerMs));
    try {
      return await this.#look({ signal: caller === undefined ? over : AbortSignal.any([caller, over]) });
    } catch (cause) {
      if (cause !== over.reason || caller?.aborted === true) throw cause;
      throw new SluiceError(`The server does not say how job ${this.jobId} is`, { kind: 'TIMEOUT', executionId: this.executionId, cause });
    }
  }

  #failure({ status, error }: Job): SluiceError {
    return new SluiceError(error ?? `The run was ${status}`, { kind: 'EXECUTION_ERROR', executionId: this.executionId });
  }
}
