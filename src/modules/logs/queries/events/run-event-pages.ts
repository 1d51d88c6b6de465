import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { executionStream } from '#engine/execution.events.js';
import { jsonSize, type Json } from '#kernel/json.js';
import type { LogStatus } from '../../projections/log-status.js';
import type { ReadEvent } from '../diagnosis/run-events.js';
import { statusAfter } from './run-status.js';
import { shownEvent, type ShownEvent } from './shown-event.js';

/** Which events of a run a reader asks for. */
export interface EventsAsked {
  /** Only events after this position. */
  readonly after: number;
  /** Only events of blocks whose name within the run begins like this, and those of the run itself. */
  readonly node?: string | undefined;
}

/** Events that were read one after the other. */
export interface EventsRead {
  readonly events: readonly ShownEvent[];
  /** Position of the last event that was read, whether it is shown or not. */
  readonly position: number;
  /** The last event that was read. */
  readonly last: ReadEvent | undefined;
  /** The status that the run has after the last event, if one of those that were read has changed it. */
  readonly status: LogStatus | undefined;
  /** Whether more events may follow already. */
  readonly isMore: boolean;
}

/** Events that are complete in memory at one time. */
const pageSize = 32;
/** Events of one answer together, in bytes. */
const mostBytes = 4 * 1024 * 1024;
/** Events that one request reads at most; with a node, few of them are shown. */
const mostRead = 5000;

/** Reads the events of a run as readers of the log receive them. Checks no permissions. */
@Injectable()
export class RunEventPages {
  constructor(private readonly store: EventStore) {}

  /** Reads until there are `limit` events, until they are large together, or until the run has no more. */
  async read(executionId: string, { after, node }: EventsAsked, limit: number): Promise<EventsRead> {
    const events: ShownEvent[] = [];
    let [position, bytes, last]: [number, number, ReadEvent | undefined] = [after, 0, undefined];
    let status: LogStatus | undefined;
    while (events.length < limit && bytes < mostBytes && position - after < mostRead) {
      const size = Math.min(pageSize, node === undefined ? limit - events.length : limit);
      const page: readonly ReadEvent[] = await this.store.readStored(executionStream, executionId, position, size);
      for (const event of page) {
        if (events.length === limit) return { events, position, last, status, isMore: true };
        [position, last, status] = [event.position, event, statusAfter(event) ?? status];
        if (!isAskedFor(event, node)) continue;
        const shown = shownEvent(event);
        bytes += jsonSize(shown as unknown as Json, mostBytes);
        events.push(shown);
      }
      if (page.length < size) return { events, position, last, status, isMore: false };
    }
    return { events, position, last, status, isMore: true };
  }

  /** What can be read of a run that was changed: the events before the first one that cannot. */
  async readBefore(executionId: string, asked: EventsAsked, limit: number): Promise<EventsRead> {
    let read: EventsRead = { events: [], position: asked.after, last: undefined, status: undefined, isMore: false };
    for (let isMore = true; isMore && read.events.length < limit;) {
      const next = await this.read(executionId, { ...asked, after: read.position }, 1).catch(() => undefined);
      isMore = next?.isMore ?? false;
      if (next !== undefined)
        read = { ...next, events: [...read.events, ...next.events], status: next.status ?? read.status, isMore: false };
    }
    return read;
  }

  /** @returns undefined when the run has no event at this position */
  async at(executionId: string, position: number): Promise<ReadEvent | undefined> {
    if (position < 1) return undefined;
    const [event] = await this.store.readStored(executionStream, executionId, position - 1, 1);
    return event;
  }
}

function isAskedFor({ payload }: ReadEvent, node: string | undefined): boolean {
  if (node === undefined || !('node' in payload)) return true;
  return payload.node.startsWith(node);
}
