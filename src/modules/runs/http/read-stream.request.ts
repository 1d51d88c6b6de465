import type { IncomingHttpHeaders } from 'node:http';
import { IsString } from 'class-validator';
import { IgnoresUnknownNames } from '#edge/body/fields/unknown-fields.js';
import { MayBeAbsent, QueryBoolean } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import type { FollowOptions } from '../watch/follow-execution.query.js';
import { isFrameId } from '../watch/frame-cursor.js';
import { streamProtocol } from './stream-protocol.js';

/** What a reader of a stream says in the query. */
@IgnoresUnknownNames()
export class ReadStreamRequest {
  /** The id of the last event that the client has received; the stream continues after it. For clients that cannot send `Last-Event-ID`. */
  @MayBeAbsent()
  @IsString()
  readonly lastEventId?: string;

  /** Whether to send the reasoning of models. Needs the header `X-Sim-Stream-Protocol: agent-events-v1`. */
  @MayBeAbsent()
  @QueryBoolean()
  readonly includeThinking?: boolean;

  /** Whether to send the beginning and the end of each tool call. Needs the same header. */
  @MayBeAbsent()
  @QueryBoolean()
  readonly includeToolCalls?: boolean;

  /** @throws DomainError invalid */
  reading(headers: IncomingHttpHeaders): Pick<FollowOptions, 'after' | 'protocol'> {
    const sent = headers['last-event-id'];
    const [where, after] = sent === undefined ? ['lastEventId', this.lastEventId] : ['Last-Event-ID', String(sent)];
    // A client that has seen no frame yet may send an empty one.
    if (after !== undefined && after !== '' && !isFrameId(after)) {
      throw invalidField(where, `${where} must be the id of a frame of this stream, such as 3-0`);
    }
    return { after: after === '' ? undefined : after, protocol: streamProtocol(headers, this) };
  }
}
