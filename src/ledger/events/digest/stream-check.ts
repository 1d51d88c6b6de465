import { createHash, type Hash } from 'node:crypto';
import { digestHead, digestStart, eventText, parseMark, type DigestedEvent } from './stream-digest.js';

/** An event as it is stored. */
export interface StoredEvent extends DigestedEvent {
  readonly digest: string | null;
}

/**
 * *intact*: all events are those that were appended. *uncovered*: those from `from` on have no digest. *changed*: an event was rewritten,
 * removed, added or moved. `marks` are the running digests after each append that is intact.
 */
export type StreamVerdict =
  | { readonly status: 'intact'; readonly marks: readonly string[] }
  | { readonly status: 'uncovered'; readonly from: number; readonly marks: readonly string[] }
  | { readonly status: 'changed'; readonly reason: string };

/** Follows the events of one stream, in order, and computes their running digests again. */
export class StreamCheck {
  readonly #marks: string[] = [];
  #previous = digestStart;
  /** The first event of the append that is being read. */
  #first = 1;
  #next = 1;
  #hash: Hash;
  /** The mark on the first event of the stream, until its append ends. */
  #promised: string | undefined;
  #fault: string | undefined;

  constructor(readonly streamId: string) {
    this.#hash = this.#begin();
  }

  take(event: StoredEvent): void {
    if (this.#fault !== undefined) return;
    if (event.version !== this.#next) this.fail(`Event ${this.#next} is missing`);
    this.#next += 1;
    this.#hash.update(`\n${eventText(event)}`);
    if (event.digest !== null) this.#mark(event.version, event.digest);
  }

  /** Notes a fault that was found elsewhere, unless there is one already. */
  fail(reason: string): void {
    this.#fault ??= reason;
  }

  finish(): StreamVerdict {
    if (this.#promised !== undefined) this.fail(`Events after event ${this.#next - 1} are missing`);
    if (this.#fault !== undefined) return { status: 'changed', reason: this.#fault };
    const marks = this.#marks;
    return this.#first === this.#next ? { status: 'intact', marks } : { status: 'uncovered', from: this.#first, marks };
  }

  #mark(version: number, text: string): void {
    const mark = parseMark(text);
    if (mark?.first === 1 && version === 1 && mark.last > 1) {
      this.#promised = text;
      return;
    }
    const isEnd = mark?.first === this.#first && mark.last === version && (this.#promised ?? text) === text;
    if (!isEnd || mark.digest !== this.#hash.digest('base64url')) {
      const events = this.#first === version ? `Event ${version} is` : `Events ${this.#first} to ${version} are`;
      return this.fail(`${events} not as recorded`);
    }
    this.#marks.push(text);
    this.#previous = mark.digest;
    this.#promised = undefined;
    this.#first = this.#next;
    this.#hash = this.#begin();
  }

  #begin(): Hash {
    return createHash('sha256').update(digestHead(this.#previous, this.streamId));
  }
}
