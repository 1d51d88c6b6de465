import { hash } from 'node:crypto';

export const batchFormat = 'sluice-export-1';

/** An entry of a feed, ready to be sent. */
export interface FeedEntry {
  /** Its place in the order of the feed: one or more numbers with dots between them. */
  readonly position: string;
  /** The entry as JSON, an object with one member. */
  readonly text: string;
}

/** The first line of a batch. */
export interface BatchHead {
  readonly format: typeof batchFormat;
  readonly consumer: string;
  readonly feed: string;
  /** Counts up from 1 for each consumer. */
  readonly number: number;
  /** The time at which the batch was created. ISO 8601. */
  readonly at: string;
  /** Positions of its first and last entry. */
  readonly first: string;
  readonly last: string;
  readonly count: number;
  /** SHA-256 over its lines, line feeds included, as base64url. */
  readonly sha256: string;
  /** The hash of the previous batch; null for the first batch of a consumer. */
  readonly previous: string | null;
}

/** A batch as it is sent: the line of its head, then a line for each entry. */
export interface Batch {
  readonly number: number;
  readonly at: string;
  /** The hash of the head line, which contains the hash of all other lines. */
  readonly hash: string;
  readonly text: string;
}

type HeadStart = Pick<BatchHead, 'consumer' | 'feed' | 'number' | 'at' | 'previous'>;

export function makeBatch({ consumer, feed, number, at, previous }: HeadStart, entries: readonly [FeedEntry, ...FeedEntry[]]): Batch {
  const lines = entries.map(({ position, text }) => `{"position":${JSON.stringify(position)},${text.slice(1)}\n`).join('');
  const [{ position: first }] = entries;
  const last = entries.at(-1)?.position ?? first;
  const sha256 = sha256Of(lines);
  const head: BatchHead = { format: batchFormat, consumer, feed, number, at, first, last, count: entries.length, sha256, previous };
  const line = JSON.stringify({ batch: head });
  return { number, at, hash: sha256Of(line), text: `${line}\n${lines}` };
}

/** Parses a batch. */
export function batchOf(text: string): Batch {
  const line = text.slice(0, text.indexOf('\n'));
  const { number, at } = (JSON.parse(line) as { batch: BatchHead }).batch;
  return { number, at, hash: sha256Of(line), text };
}

export function sha256Of(text: string): string {
  return hash('sha256', text, 'base64url');
}
