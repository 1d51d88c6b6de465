/** How much virtual time one item takes: a thousand items of one workspace take five seconds of it. */
export const turnMs = 5;

/**
 * Virtual start times. The turn of an item is the present moment, or right after the latest turn of its workspace if that is
 * later. So a workspace that floods the queue waits behind its own items and does not delay those of other workspaces.
 */
export class FairTurns {
  readonly #latest = new Map<string, number>();

  next(workspaceId: string, nowMs: number): number {
    const turn = Math.max(nowMs, (this.#latest.get(workspaceId) ?? 0) + turnMs);
    this.#latest.set(workspaceId, turn);
    if (this.#latest.size > 10_000) this.#forget(nowMs);
    return turn;
  }

  #forget(nowMs: number): void {
    for (const [workspaceId, turn] of this.#latest) if (turn < nowMs) this.#latest.delete(workspaceId);
  }
}
