import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { DataTaken, type TakenKind } from '../domain/data-taken.events.js';

export interface Takeout {
  readonly kind: TakenKind;
  readonly resourceId: string;
  readonly name?: string;
  /** Null: what is taken concerns an organization alone. */
  readonly workspaceId: string | null;
}

/** Keeps who took what out. */
@Injectable()
export class Takeouts {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
  ) {}

  /** To be called once it is allowed and before the first byte leaves: what cannot be recorded is not handed out. */
  async record(meta: EventMeta, { kind, resourceId, name, workspaceId }: Takeout): Promise<void> {
    const events = [DataTaken({ kind, resourceId, name: name ?? null })];
    await this.store.append({ streams: [{ streamId: this.ids.next(), lifetime: 'ledger', workspaceId, expected: 0, events, meta }] });
  }

  /** The pages of a file, recorded once with the first of them: the one that may be refused. */
  recorded<Page>(meta: EventMeta, takeout: Takeout, page: (cursor: string | undefined) => Promise<Page>): typeof page {
    return async (cursor) => {
      const found = await page(cursor);
      if (cursor === undefined) await this.record(meta, takeout);
      return found;
    };
  }
}
