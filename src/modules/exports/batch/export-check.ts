import { createHash, type Hash } from 'node:crypto';
import { batchFormat, sha256Of, type BatchHead } from './batch.js';
import { ExportBroken } from './export-broken.js';

/** The content of a complete export. */
export interface CheckedExport {
  readonly consumer: string;
  readonly feed: string;
  /** Numbers of batches. */
  readonly from: number;
  readonly to: number;
  readonly entries: number;
  /** Batches that were repeated. */
  readonly repeats: number;
  /** The hash of the last batch. The next batch contains it. */
  readonly hash: string;
}

interface OpenBatch {
  readonly head: BatchHead;
  readonly hash: string;
  readonly lines: Hash;
  readonly isRepeat: boolean;
  count: number;
  position: string | undefined;
}

/** Checks an export line by line and keeps none of its lines. */
export class ExportCheck {
  /** The hash of each batch. Delivery is at least once: any batch may be repeated, also late. */
  readonly #hashes = new Map<number, string>();
  #first: BatchHead | undefined;
  #last: BatchHead | undefined;
  #open: OpenBatch | undefined;
  #line = 0;
  #entries = 0;
  #repeats = 0;

  /** @throws ExportBroken if the line cannot follow the lines before it */
  take(line: string): void {
    this.#line += 1;
    if (this.#open === undefined) this.#begin(line);
    else this.#continue(this.#open, line);
  }

  /** @throws ExportBroken if the export is empty or its last batch is incomplete */
  finish(): CheckedExport {
    if (this.#open !== undefined)
      throw new ExportBroken(`Batch ${this.#open.head.number} was cut: it has ${this.#open.count} of ${this.#open.head.count} entries`);
    if (this.#first === undefined || this.#last === undefined) throw new ExportBroken('There is no batch in it');
    const { consumer, feed, number: from } = this.#first;
    const { number: to } = this.#last;
    return { consumer, feed, from, to, entries: this.#entries, repeats: this.#repeats, hash: this.#hashes.get(to) ?? '' };
  }

  #begin(line: string): void {
    const head = headOf(line) ?? this.#fail('is not the head of a batch');
    const hash = sha256Of(line);
    const isRepeat = this.#hashes.has(head.number);
    if (isRepeat) this.#requireSame(head, hash);
    else if (this.#last !== undefined) this.#requireNext(this.#last, head);
    this.#open = { head, hash, isRepeat, lines: createHash('sha256'), count: 0, position: undefined };
  }

  #requireSame({ number }: BatchHead, hash: string): void {
    if (this.#hashes.get(number) !== hash) this.#fail(`says something else about batch ${number} than before`);
  }

  #requireNext(last: BatchHead, next: BatchHead): void {
    if (next.consumer !== last.consumer || next.feed !== last.feed) this.#fail('is of another export');
    if (next.number !== last.number + 1) this.#fail(`is of batch ${next.number}, and batch ${last.number + 1} is missing`);
    if (next.previous !== this.#hashes.get(last.number))
      this.#fail(`does not follow batch ${last.number}: it was changed, or is another one`);
    if (!isBehind(next.first, last.last)) this.#fail(`goes back behind batch ${last.number}`);
  }

  #continue(open: OpenBatch, line: string): void {
    const { head } = open;
    const position = positionOf(line) ?? this.#fail('is not an entry');
    if (open.count === 0 && position !== head.first) this.#fail(`is not where batch ${head.number} begins`);
    if (open.position !== undefined && !isBehind(position, open.position)) this.#fail('is out of order');
    open.lines.update(`${line}\n`);
    open.position = position;
    open.count += 1;
    if (open.count === head.count) this.#close(open);
  }

  #close({ head, hash, lines, isRepeat, position }: OpenBatch): void {
    if (position !== head.last || lines.digest('base64url') !== head.sha256) this.#fail(`ends batch ${head.number}, which was changed`);
    this.#open = undefined;
    if (isRepeat) this.#repeats += 1;
    else {
      this.#hashes.set(head.number, hash);
      this.#first ??= head;
      this.#last = head;
      this.#entries += head.count;
    }
  }

  #fail(what: string): never {
    throw new ExportBroken(`Line ${this.#line} ${what}`);
  }
}

function headOf(line: string): BatchHead | undefined {
  const { batch } = (objectOf(line) ?? {}) as { readonly batch?: Partial<BatchHead> | null };
  if (batch?.format !== batchFormat) return undefined;
  const isCounted = [batch.number, batch.count].every((count) => Number.isSafeInteger(count) && Number(count) > 0);
  const isPlaced = [batch.first, batch.last].every((position) => typeof position === 'string' && positionForm.test(position));
  return isCounted && isPlaced ? (batch as BatchHead) : undefined;
}

const positionForm = /^\d{1,20}(\.\d{1,20})*$/;

function positionOf(line: string): string | undefined {
  const { position } = (objectOf(line) ?? {}) as { readonly position?: unknown };
  return typeof position === 'string' && positionForm.test(position) ? position : undefined;
}

function objectOf(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Compares positions number by number. */
function isBehind(position: string, other: string): boolean {
  const [numbers, others] = [position.split('.').map(BigInt), other.split('.').map(BigInt)];
  const at = numbers.findIndex((number, index) => number !== others[index]);
  const [number, against] = [numbers[at], others[at]];
  return number !== undefined && (against === undefined || number > against);
}
