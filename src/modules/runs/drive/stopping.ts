import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** A signal that aborts when this process begins to stop, for work that outlives its request. */
@Injectable()
export class Stopping implements OnModuleDestroy {
  readonly #controller = new AbortController();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  onModuleDestroy(): void {
    this.begin();
  }

  begin(): void {
    this.#controller.abort(new Error('The process is stopping'));
  }
}
