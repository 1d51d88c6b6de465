import type { IncomingHttpHeaders } from 'node:http';
import { invalidField } from '#kernel/errors.js';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import { IsString } from 'class-validator';
import { isFrameId } from '../watch/stream-frames.js';
import { selectors } from './execute/selectors.js';

/** The query of a stream. */
export class FollowExecutionRequest {
  /** The id of the last event that the client has received; the stream continues after it. For clients that cannot send `Last-Event-ID`. */
  @MayBeAbsent()
  @IsString()
  readonly lastEventId?: string;

  /** Outputs to stream, separated by commas, such as `agent.content`. */
  @MayBeAbsent()
  @IsString()
  readonly selectedOutputs?: string;

  /** @throws DomainError invalid */
  options(headers: IncomingHttpHeaders): { readonly after: string | undefined; readonly selectedOutputs: readonly string[] } {
    const sent = headers['last-event-id'];
    const [where, after] = sent === undefined ? ['lastEventId', this.lastEventId] : ['Last-Event-ID', String(sent)];
    // A client that has seen no frame yet may send an empty one.
    if (after !== undefined && after !== '' && !isFrameId(after)) {
      throw invalidField(where, `${where} must be the id of a frame of this stream, such as 3-0`);
    }
    return { after: after === '' ? undefined : after, selectedOutputs: selectors(this.selectedOutputs) };
  }
}
