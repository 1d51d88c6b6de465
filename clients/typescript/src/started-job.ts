import { SluiceError } from './sluice-error.js';
import { pause, type CallOptions } from './transport.js';
import type { AsyncStart, Job } from './generated/types.js';

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** How long to wait in all, in ms. Default: as long as it takes. */
  readonly timeoutMs?: number;
  /** How long between two looks at first, in ms; it grows to 5 seconds. Default: 200. */
  readonly intervalMs?: number;
  /** Told of every change of the status, and at every look while the job is at work. */
  readonly onProgress?: (job: Job) => void;
}

const longestIntervalMs = 5000;

/** An asynchronous run. */
export class StartedJob {
  readonly jobId: string;
  /** Undefined for a job that this program did not start. */
  readonly executionId: string | undefined;

  constructor(
    { jobId, executionId }: Pick<AsyncStart, 'jobId'> & Partial<AsyncStart>,
    private readonly look: (options: CallOptions) => Promise<Job>,
  ) {
    this.jobId = jobId;
    this.executionId = executionId;
  }

  /** Requests the current state of the job. */
  status(options: CallOptions = {}): Promise<Job> {
    return this.look(options);
  }

  /**
   * Waits for the end of the job and returns it. Temporary errors are retried.
   * @throws SluiceError EXECUTION_ERROR if the run failed or was cancelled, TIMEOUT after `timeoutMs`
   */
  async wait({ signal, timeoutMs, intervalMs = 200, onProgress }: WaitOptions = {}): Promise<Job> {
    const giveUpAt = timeoutMs === undefined ? Infinity : Date.now() + timeoutMs;
    for (let interval = intervalMs; ; interval = Math.min(longestIntervalMs, interval * 1.5)) {
      const job = await this.look(signal === undefined ? {} : { signal });
      onProgress?.(job);
      if (job.status === 'completed') return job;
      if (job.status === 'failed' || job.status === 'cancelled') throw this.#failure(job);
      if (Date.now() + interval > giveUpAt) {
        throw new SluiceError(`Job ${this.jobId} is still ${job.status}`, { kind: 'TIMEOUT', executionId: this.executionId });
      }
      await pause(interval, signal);
    }
  }

  #failure({ status, error }: Job): SluiceError {
    return new SluiceError(error ?? `The run was ${status}`, { kind: 'EXECUTION_ERROR', executionId: this.executionId });
  }
}
