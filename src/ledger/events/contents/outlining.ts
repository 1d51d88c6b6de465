import { createHmac } from 'node:crypto';
import { isOutlined, type ContentNotes, type ContentOutline } from '#kernel/models/event-contents.js';
import type { NewEvent } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { StreamAppend } from '../event-store.js';
import { runContent } from './run-content.entity.js';

/** Appends as they are stored, and the rows with the contents that their events do not keep. */
interface Outlined {
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
}

/**
 * Keeps contents out of the events of runs that keep none: events store sizes and digests, and the contents are in rows that are deleted
 * once the run has ended.
 */
export class Outlining {
  readonly #outlines: ReadonlyMap<string, ContentOutline>;

  constructor(
    outlines: readonly ContentOutline[],
    private readonly digestKey: Buffer,
  ) {
    this.#outlines = new Map(outlines.map((outline) => [outline.type, outline]));
  }

  of(streams: readonly StreamAppend[], at: string): Outlined {
    if (streams.every(({ outlinedRun }) => outlinedRun === undefined)) return { streams, writes: [] };
    const writes: Write[] = [];
    const stored = streams.map((stream) => ({
      ...stream,
      events: stream.events.map((event, index) => {
        const { streamId, expected, outlinedRun: runId } = stream;
        const outline = this.#outlineOf(event, stream);
        if (runId === undefined || outline === undefined) return event;
        writes.push(runContent.put({ streamId, position: expected + index + 1, runId, payload: JSON.stringify(event.payload), at }));
        return { ...event, payload: { ...withoutSealed(event.payload), ...outline, outlined: true } };
      }),
    }));
    return { streams: stored, writes };
  }

  #outlineOf({ type, payload }: NewEvent, { workspaceId }: StreamAppend): object | undefined {
    // An event from the record of another run may be an outline already.
    return isOutlined(payload) ? undefined : this.#outlines.get(type)?.outline(payload, this.#notes(workspaceId ?? ''));
  }

  #notes(workspaceId: string): ContentNotes {
    const note = (text: string) => ({
      bytes: Buffer.byteLength(text),
      digest: createHmac('sha256', this.digestKey).update(`${workspaceId}|`).update(text).digest('base64url'),
    });
    return {
      value: (value: Json) => ({ notKept: note(JSON.stringify(value)) }),
      text: (text) => {
        const { bytes, digest } = note(text);
        return `Not kept (contents: none): ${bytes} bytes, digest ${digest}`;
      },
    };
  }
}

/** The encrypted fields of an event are contents as well. */
function withoutSealed(payload: object): object {
  const { sealed: _, ...rest } = payload as { readonly sealed?: unknown };
  return rest;
}
