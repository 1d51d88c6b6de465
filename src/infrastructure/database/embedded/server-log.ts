import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './site.js';

const LINES = 20;

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

function collectedLogs({ cluster }: Site): string[] {
  const directory = join(cluster, 'log');
  return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
}
