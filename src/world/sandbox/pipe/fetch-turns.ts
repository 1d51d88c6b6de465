/** Most responses of one call that are on their way or that its code has not taken. Each may have 8 MiB. */
const mostAtOnce = 10;

/** The requests of one call that may be under way, by number. The next one begins when the code has taken the response to an earlier one. */
export class FetchTurns {
  readonly #inside = new Set<number>();
  readonly #waiting: { readonly number: number; readonly begin: () => void }[] = [];

  /** Resolves when the request may begin. */
  enter(number: number): Promise<void> {
    if (this.#inside.size < mostAtOnce) {
      this.#inside.add(number);
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ number, begin: resolve });
    return promise;
  }

  /** The response was taken, or will not be. */
  leave(number: number): void {
    if (!this.#inside.delete(number)) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#inside.add(next.number);
    next.begin();
  }
}
