/** The only source of passing time for everything outside infrastructure. */
export abstract class Timers {
  /** Calls `action` once after `ms` milliseconds. @returns how to call it off */
  abstract after(ms: number, action: () => void): () => void;

  /** Calls `action` once everything else that is ready has had its turn. */
  abstract soon(action: () => void): void;

  /** Waits; rejects with the reason of `signal` as soon as it is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        callOff();
        reject(signal.reason as Error);
      };
      const callOff = this.after(ms, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }
}
