import type { Subject } from './bed.js';
import { quantile, round } from './statistics.js';

/** What clients saw that have nothing to do with the load that is measured. */
export interface OthersResult {
  readonly requests: number;
  /** Answers with 503. */
  readonly refused: number;
  /** Answers with another status than expected, or none. */
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A request of another client. @returns its status */
export type Other = (server: Subject) => Promise<number>;

const pauseMs = 20;

/** Sends one request after the other for so long, with a short pause, so that the client itself takes little from the server. */
export async function askAsOthers(server: Subject, others: readonly Other[], seconds: number): Promise<OthersResult> {
  const times: number[] = [];
  const statuses: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    for (const other of others) {
      const startedAt = performance.now();
      statuses.push(await other(server).catch(() => 0));
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  const refused = statuses.filter((status) => status === 503).length;
  const failed = statuses.filter((status) => status !== 200 && status !== 503).length;
  return { requests: statuses.length, refused, failed, p50Ms: round(quantile(times, 0.5), 1), p99Ms: round(quantile(times, 0.99), 1) };
}
