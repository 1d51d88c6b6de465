import { Injectable } from '@nestjs/common';

/** How late schedules fire, for metrics: the time between the moment at which one was due and its firing. */
@Injectable()
export class FiringDrift {
  readonly #listeners = new Set<(ms: number) => void>();

  /** Calls back for each run that this process starts for a schedule. @returns how to stop it */
  on(listener: (ms: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  note(ms: number): void {
    for (const listener of this.#listeners) listener(ms);
  }
}
