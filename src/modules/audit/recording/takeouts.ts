import { Injectable } from '@nestjs/common';
import { EventStore, appendTo } from '#ledger/events/event-store.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { DataTaken, takeoutStream, type TakenKind } from '../domain/data-taken.events.js';

export interface Takeout {
  readonly kind: TakenKind;
  readonly resourceId: string;
  readonly name?: string;
  /** Null: the data belongs to an organization and to no workspace. */
  readonly workspaceId: string | null;
}

/** Records which data leaves the server, and who requested it. */
@Injectable()
export class Takeouts {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
  ) {}

  /** Call it after the access check and before the first byte is sent. Data is not sent if this fails. */
  async record(meta: EventMeta, { kind, resourceId, name, workspaceId }: Takeout): Promise<void> {
    const events = [DataTaken({ kind, resourceId, name: name ?? null })];
    await this.store.append({ streams: [appendTo(takeoutStream.at(this.ids.next(), workspaceId), { expected: 0, events, meta })] });
  }

  /** The pages of a file, recorded once with the first page. Only the first page can be refused. */
  recorded<Page>(meta: EventMeta, takeout: Takeout, page: (cursor: string | undefined) => Promise<Page>): typeof page {
    return async (cursor) => {
      const found = await page(cursor);
      if (cursor === undefined) await this.record(meta, takeout);
      return found;
    };
  }
}
