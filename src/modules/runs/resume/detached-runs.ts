import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';

/** Runs that go on whether their caller stays or not. A stop waits until they have ended or were given back. */
@Injectable()
export class DetachedRuns implements OnModuleDestroy {
  readonly #runs = new Set<Promise<void>>();

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  add(executionId: string, run: Promise<unknown>): void {
    const settled = run
      .then(
        () => undefined,
        (error: unknown) => this.logger.error({ err: error, executionId }, 'This process cannot go on with a run; another one will'),
      )
      .finally(() => this.#runs.delete(settled));
    this.#runs.add(settled);
  }

  async onModuleDestroy(): Promise<void> {
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.config.drainTimeoutMs);
    await Promise.race([enough, Promise.all(this.#runs)]);
    clearTimeout(timer);
  }
}
