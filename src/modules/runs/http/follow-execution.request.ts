import type { IncomingHttpHeaders } from 'node:http';
import { IsString } from 'class-validator';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import type { FollowOptions } from '../watch/follow-execution.query.js';
import { selectors } from './execute/selectors.js';
import { ReadStreamRequest } from './read-stream.request.js';

/** The query of a stream. */
export class FollowExecutionRequest extends ReadStreamRequest {
  /** Outputs to stream, separated by commas, such as `agent.content`. */
  @MayBeAbsent()
  @IsString()
  readonly selectedOutputs?: string;

  /** @throws DomainError invalid */
  options(headers: IncomingHttpHeaders): Pick<FollowOptions, 'after' | 'selectedOutputs' | 'protocol'> {
    return { ...this.reading(headers), selectedOutputs: selectors(this.selectedOutputs) };
  }
}
