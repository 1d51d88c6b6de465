import { Transform } from 'class-transformer';
import { ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { PageRequest } from '#edge/request/page.request.js';
import { emptyFilter } from '#edge/request/request-fields.js';
import type { PausedStatus } from '../domain/pause.events.js';

const statuses: readonly PausedStatus[] = ['paused', 'partially_resumed', 'fully_resumed', 'cancelling', 'cancelled'];

/** `a,b`: each status once and sorted, so that a cursor is valid for the same list in any order. */
function asStatuses({ value }: { value: unknown }): unknown {
  if (typeof value !== 'string') return value;
  const named = new Set(value.split(',').map((each) => each.trim()));
  named.delete('');
  return [...named].toSorted((one, other) => (one < other ? -1 : 1));
}

/** The query of a list of paused executions. */
export class ListPausedRequest extends PageRequest {
  /** Return runs with these statuses only, separated by commas. */
  @Transform(asStatuses)
  @IsIn(statuses, { each: true, message: `status must be a comma-separated list of ${statuses.join(', ')}` })
  @ArrayMinSize(1, { message: emptyFilter })
  @IsArray()
  status: PausedStatus[] = [...statuses];
}
