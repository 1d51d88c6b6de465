import { hostname } from 'node:os';
import { supervised } from '#host/config/config.js';
import { packageVersion } from '#host/program/package-version.js';

/** What identifies this process, and what it uses. */
export interface ProcessFacts {
  readonly version: string;
  /** The version of Node.js. */
  readonly node: string;
  readonly host: string;
  readonly pid: number;
  /** The name that a supervisor has given to the process; null without one. */
  readonly label: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly memoryBytes: number;
}

const version = packageVersion();

export function processFacts(now: Date): ProcessFacts {
  return {
    version,
    node: process.versions.node,
    host: hostname().slice(0, 253),
    pid: process.pid,
    label: supervised.label ?? null,
    startedAt: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
    memoryBytes: process.memoryUsage.rss(),
  };
}
