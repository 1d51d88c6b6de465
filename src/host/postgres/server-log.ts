import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './folder/site.js';

const keptLines = 20;
const keptFiles = 30;
const keptBytes = 64 * 1024 * 1024;
const pruneEveryMs = 5000;

/** The output of the server before its log collector runs; truncated at each start. */
export function startLogOf({ dataDir }: Site): string {
  return join(dataDir, 'postgres-start.log');
}

/** The present size of each log file, to read later what was added. */
export function measureLogs(site: Site): ReadonlyMap<string, number> {
  return new Map(collectedLogs(site).map((file) => [file, statSync(file).size]));
}

/** The end of the log since `before`. On a full disk the server cannot write a log, so that is added. */
export function readLogsSince(site: Site, before: ReadonlyMap<string, number>): string {
  const collected = collectedLogs(site).map((file) => readFileSync(file).subarray(before.get(file) ?? 0));
  const lines = [readFileSync(startLogOf(site)), ...collected].flatMap((part) => part.toString().trim().split('\n'));
  const full = statfsSync(site.dataDir).bavail === 0 ? ['(No space left on device)'] : [];
  return [...lines.filter((line) => line !== '').slice(-keptLines), ...full].join('\n');
}

/**
 * Limits the size of the logs while this process lives: PostgreSQL starts new files, but never removes one, and its truncation
 * does not apply when a file is full. @returns how to stop
 */
export function boundLogs(site: Site): () => void {
  const prune = (): void => {
    try {
      pruneLogs(site);
    } catch {
      // A file that cannot be removed is retried next time; the database does not depend on it.
    }
  };
  const timer = setInterval(prune, pruneEveryMs).unref();
  return () => clearInterval(timer);
}

/** Removes the oldest logs above the limit, but never the newest one, which is being written. */
function pruneLogs(site: Site): void {
  let bytes = 0;
  for (const [index, file] of collectedLogs(site).toReversed().entries()) {
    bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (index > 0 && (index >= keptFiles || bytes > keptBytes)) rmSync(file, { force: true });
  }
}

/** Oldest first: the names contain the start times. */
function collectedLogs({ cluster }: Site): string[] {
  const directory = join(cluster, 'log');
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.toSorted().map((name) => join(directory, name));
}
