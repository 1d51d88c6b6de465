/** How much virtual time one item takes: a workspace that queues a thousand at once stands in line for five seconds of it. */
export const turnMs = 5;

/**
 * Virtual start times. An item goes at the present moment, or right after the latest one of its workspace if that lies
 * ahead: so a workspace that floods the queue waits behind its own items and not in front of everybody else's.
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
