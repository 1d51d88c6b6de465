import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './folder/site.js';

const LINES = 20;
const KEPT_FILES = 30;
const KEPT_BYTES = 64 * 1024 * 1024;
const PRUNE_EVERY_MS = 5000;

/** What the server says before its log collector runs; begun anew at each start. */
export function startLogOf({ dataDir }: Site): string {
  return join(dataDir, 'postgres-start.log');
}

/** How long each log file is now, to tell later what was added. */
export function measureLogs(site: Site): ReadonlyMap<string, number> {
  return new Map(collectedLogs(site).map((file) => [file, statSync(file).size]));
}

/** The end of what the server has said since `before`, and what it could not say: on a full disk there is no log. */
export function readLogsSince(site: Site, before: ReadonlyMap<string, number>): string {
  const collected = collectedLogs(site).map((file) => readFileSync(file).subarray(before.get(file) ?? 0));
  const lines = [readFileSync(startLogOf(site)), ...collected].flatMap((part) => part.toString().trim().split('\n'));
  const full = statfsSync(site.dataDir).bavail === 0 ? ['(No space left on device)'] : [];
  return [...lines.filter((line) => line !== '').slice(-LINES), ...full].join('\n');
}

/**
 * Keeps the logs small for as long as this process lives: PostgreSQL begins new files by itself, but never removes one, and its truncation
 * does not happen when a file is full. Returns how to end it.
 */
export function boundLogs(site: Site): () => void {
  const prune = (): void => {
    try {
      pruneLogs(site);
    } catch {
      // What cannot be removed now may be next time; the database does not depend on it.
    }
  };
  const timer = setInterval(prune, PRUNE_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Removes the oldest logs beyond what is kept; never the newest one, which is being written. */
function pruneLogs(site: Site): void {
  let bytes = 0;
  for (const [index, file] of collectedLogs(site).toReversed().entries()) {
    bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (index > 0 && (index >= KEPT_FILES || bytes > KEPT_BYTES)) rmSync(file, { force: true });
  }
}

/** Oldest first: their names tell when they were begun. */
function collectedLogs({ cluster }: Site): string[] {
  const directory = join(cluster, 'log');
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.toSorted().map((name) => join(directory, name));
}
