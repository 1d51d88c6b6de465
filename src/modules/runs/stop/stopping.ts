import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Tells what outlives requests that this process is about to stop. */
@Injectable()
export class Stopping implements OnModuleDestroy {
  readonly #controller = new AbortController();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  onModuleDestroy(): void {
    this.#controller.abort(new Error('The process is stopping'));
  }
}
