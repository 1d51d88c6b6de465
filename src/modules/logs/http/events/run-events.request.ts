import type { IncomingHttpHeaders } from 'node:http';
import { IsString, MaxLength } from 'class-validator';
import { MayBeAbsent, QueryInteger } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import type { EventsAsked } from '../../queries/events/run-event-pages.js';
import { mostOfPart, type PartAsked } from '../../queries/events/value-part.js';
import { LocatedRunRequest } from '../located-run.request.js';

const mostEvents = 1000;
const farthest = 999_999_999;

/** The query of the events of a run. */
export class RunEventsRequest extends LocatedRunRequest {
  /** Only events after this position. */
  @QueryInteger(0, farthest)
  after = 0;

  /** Only events of blocks whose name within the run begins like this, such as `loop[3]/`, and events of the run itself. */
  @MayBeAbsent()
  @MaxLength(500)
  @IsString()
  node?: string;

  /** Maximum number of events on the page. A page of large events has fewer. */
  @QueryInteger(1, mostEvents)
  limit = 200;

  /** @throws DomainError invalid */
  asked(headers: IncomingHttpHeaders): EventsAsked {
    return { after: this.#after(headers['last-event-id']), node: this.node };
  }

  /** A client that has seen no event yet may send an empty id. */
  #after(sent: string | string[] | undefined): number {
    if (sent === undefined || sent === '') return this.after;
    if (typeof sent === 'string' && /^\d{1,9}$/.test(sent)) return Number(sent);
    throw invalidField('Last-Event-ID', 'Last-Event-ID must be the id of an event of this stream, such as 17');
  }
}

/** The query of a value of an event. */
export class EventPartRequest extends LocatedRunRequest {
  /** Path of the value within `payload`, such as `output.rows[3]`; absent for the whole payload. */
  @MaxLength(2000)
  @IsString()
  path = '';

  /** Place of the first character or member to return. */
  @QueryInteger(0, farthest)
  offset = 0;

  /** Maximum number of characters of a text, or of members of a list or an object. */
  @QueryInteger(1, mostOfPart)
  limit = 1000;

  part(): PartAsked & { readonly path: string } {
    return { path: this.path, offset: this.offset, limit: this.limit };
  }
}
