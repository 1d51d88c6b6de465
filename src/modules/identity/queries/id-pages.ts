import { Injectable } from '@nestjs/common';
import { CursorSignature } from '#edge/answer/cursor.js';
import type { Page } from '#kernel/page.js';
import { nilId } from '#kernel/ids.js';

/** Which page of a list. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Source<Row> {
  /** Names the list with all that must be the same on the next page. */
  readonly scope: string;
  /** Throws unless the caller may read the list. A bad cursor is reported before it. */
  readonly permit: () => void | Promise<void>;
  readonly idOf: (row: Row) => string;
  /** At most `count` rows with ids above `after`, in the order of their ids. */
  readonly load: (after: string, count: number) => Promise<Row[]>;
}

/** Pages of lists in the order of ids, which is that of birth. */
@Injectable()
export class IdPages {
  constructor(private readonly cursors: CursorSignature) {}

  /** @throws DomainError invalid for a cursor that was not issued for this list */
  async page<Row>({ limit, cursor }: PageQuery, { scope, permit, idOf, load }: Source<Row>): Promise<Page<Row>> {
    const after = cursor === undefined ? nilId : (this.cursors.openCursor(scope, cursor) as string);
    await permit();
    const rows = await load(after, limit + 1);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const nextCursor = rows.length > limit && last !== undefined ? this.cursors.sealCursor(scope, idOf(last)) : null;
    return { data, nextCursor };
  }
}
