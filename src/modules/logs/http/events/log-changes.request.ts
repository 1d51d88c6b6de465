import type { IncomingHttpHeaders } from 'node:http';
import { IsString, Matches } from 'class-validator';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import type { FeedPosition } from '#ledger/projections/event-feed.js';

const places = /^\d{1,18}\.\d{1,18}$/;
const isPlace = 'must be the id of an event of this stream, such as 812.4057';

/** The query of the changes of runs. */
export class LogChangesRequest {
  @IsIdentifier()
  workspaceId!: string;

  /** Only changes after this place: the id of an event of the stream, or `nextAfter`. Absent: only what changes from now on. */
  @MayBeAbsent()
  @Matches(places, { message: `after ${isPlace}` })
  @IsString()
  after?: string;

  /** A client that has seen no event yet may send an empty id. @throws DomainError invalid */
  place({ 'last-event-id': sent }: IncomingHttpHeaders): FeedPosition | undefined {
    if (sent !== undefined && sent !== '' && (typeof sent !== 'string' || !places.test(sent))) {
      throw invalidField('Last-Event-ID', `Last-Event-ID ${isPlace}`);
    }
    const [tx, pos] = (sent || this.after || '').split('.');
    return tx === undefined || pos === undefined ? undefined : { tx, pos };
  }
}
