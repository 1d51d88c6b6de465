/** How long a document waits in the queue at least when no reading slot is free. */
const busyMs = 2_000;
/** The time between two documents of a workspace: a reader seldom ends sooner. */
const betweenMs = 100;
const mostWorkspaces = 1_000;

/** When documents that found no reading slot are retried: those of a workspace one after the other, so that few of them are at any time. */
export class WaitingLine {
  readonly #latest = new Map<string, number>();

  /** @returns the moment in ms at which the document is due */
  next(workspaceId: string, nowMs: number): number {
    const dueMs = Math.max(nowMs + busyMs, (this.#latest.get(workspaceId) ?? 0) + betweenMs);
    this.#latest.set(workspaceId, dueMs);
    if (this.#latest.size > mostWorkspaces) for (const [id, latest] of this.#latest) if (latest < nowMs) this.#latest.delete(id);
    return dueMs;
  }
}
