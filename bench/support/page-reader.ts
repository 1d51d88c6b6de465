import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { KeptConnection } from './kept-connection.js';

/** What is read, so many times. */
export interface Reading {
  readonly url: string;
  readonly apiKey: string;
  /** Before these, some that do not count. */
  readonly requests: number;
  readonly paths: readonly PagePath[];
}

export interface PagePath {
  readonly path: string;
  /** Each page where the one before it led, instead of the same one. */
  readonly onward?: boolean;
}

export interface PageTimes {
  /** From the request to the last byte of its answer. */
  readonly ms: readonly number[];
  /** On the last page. */
  readonly entries: number;
}

const warmUp = 20;

/** Reads one path after another. Runs in a separate process, because garbage collection after the creation of a history would be measured. */
export async function readPages(reading: Reading, onRead: (times: PageTimes, index: number) => void): Promise<void> {
  const reader = fork(fileURLToPath(import.meta.url));
  let read = 0;
  reader.on('message', (times: PageTimes) => onRead(times, read++));
  reader.send(reading);
  const [code] = (await once(reader, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The process that reads pages ended with ${code}`);
}

async function timesOf(connection: KeptConnection, { path, onward = false }: PagePath, requests: number): Promise<PageTimes> {
  const ms: number[] = [];
  let [entries, place] = [0, ''];
  for (let n = 0; n < requests + warmUp; n += 1) {
    const startedAt = performance.now();
    const { status, text } = await connection.get(`${path}${place}`);
    if (n >= warmUp) ms.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${path}${place} answered ${status}: ${text}`);
    const { data, nextCursor } = JSON.parse(text) as { data: unknown[] | object; nextCursor?: string | null };
    entries = Array.isArray(data) ? data.length : 1;
    if (onward) place = nextCursor ? `&cursor=${encodeURIComponent(nextCursor)}` : '';
  }
  return { ms, entries };
}

if (import.meta.main) {
  const [{ url, apiKey, requests, paths }] = (await once(process, 'message')) as [Reading];
  const connection = new KeptConnection(url, apiKey);
  for (const path of paths) process.send?.(await timesOf(connection, path, requests));
  connection.close();
  process.disconnect();
}
