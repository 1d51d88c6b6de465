import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { quantile } from './statistics.js';

const everyMs = 10;

export interface Pings {
  readonly count: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** Requests without an answer. */
  readonly failed: number;
}

/** Asks a route again and again from another process, whose event loop the load does not share. */
export class Pinger {
  private constructor(private readonly child: ChildProcess) {}

  static async start(url: string): Promise<Pinger> {
    const child = fork(fileURLToPath(import.meta.url), [url]);
    await once(child, 'message');
    return new Pinger(child);
  }

  /** What was measured since the last call. */
  async take(): Promise<Pings> {
    const answered = once(this.child, 'message');
    this.child.send('take');
    const [pings] = (await answered) as [Pings];
    return pings;
  }

  stop(): void {
    this.child.disconnect();
  }
}

/** Pings are sent at fixed times, however long the former ones take: otherwise a stall of a second would be one slow ping. */
function ping(url: string): void {
  let [times, failed]: [number[], number] = [[], 0];
  const timer = setInterval(() => {
    const startedAt = performance.now();
    const request = get(url, (response) => {
      response.resume();
      response.on('end', () => times.push(performance.now() - startedAt));
    });
    request.on('error', () => (failed += 1));
  }, everyMs);
  process.on('message', () => {
    process.send?.({ count: times.length, p99Ms: quantile(times, 0.99), mostMs: Math.max(0, ...times), failed });
    [times, failed] = [[], 0];
  });
  process.on('disconnect', () => clearInterval(timer));
  process.send?.('ready');
}

const [, script, address] = process.argv;
if (script === fileURLToPath(import.meta.url) && address !== undefined) ping(address);
