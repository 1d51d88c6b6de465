import { IsString, MaxLength } from 'class-validator';
import { jsonField } from '#edge/body/fields/json-field.js';
import { IsMoment, MayBeAbsent, QueryBoolean, QueryInteger } from '#edge/request/request-fields.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import type { RowQuestion } from '../queries/query-rows.query.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

export class AsOfRequest extends WorkspaceRequest {
  /** Returns the state at this time, with the present columns. The default is now. */
  @MayBeAbsent()
  @IsMoment()
  asOf?: string;
}

/** A filter as JSON. */
export class FilteredRequest extends AsOfRequest {
  /** Filter as JSON: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. */
  @MayBeAbsent()
  @IsString()
  filter?: string;
}

export class QueryRowsRequest extends FilteredRequest {
  /** Sort as JSON: `{"column": "desc"}`. The default is the order of insertion. */
  @MayBeAbsent()
  @IsString()
  sort?: string;

  /** Maximum number of rows to return. */
  @QueryInteger(1, 1000)
  limit = 100;

  /** Number of rows to skip. It excludes `cursor`. The default is 0. */
  @MayBeAbsent()
  @QueryInteger(0, Number.MAX_SAFE_INTEGER)
  offset?: number;

  /** Whether to count all matching rows. */
  @QueryBoolean()
  includeTotal = true;

  /** The `nextCursor` of the previous page. It excludes `offset`. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  cursor?: string;
}

/** @throws DomainError invalid with both a cursor and an offset, or for a filter or a sort that is not JSON */
export function questionOf({ includeTotal, filter, sort, limit, offset, cursor, asOf }: QueryRowsRequest): RowQuestion {
  if (cursor !== undefined && offset !== undefined) {
    throw invalidField('offset', 'offset must be left out beside a cursor, which continues after its page', 'not_allowed');
  }
  return { ...orderOf({ filter, sort }), limit, offset: offset ?? 0, cursor, asOf, includesTotal: includeTotal };
}

/** @throws DomainError invalid for text that is not JSON */
export function orderOf({
  filter,
  sort,
}: {
  filter?: string | undefined;
  sort?: string | undefined;
}): Pick<RowQuestion, 'filter' | 'sort'> {
  return { filter: jsonOf('filter', filter), sort: jsonOf('sort', sort) };
}

function jsonOf(field: string, text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return jsonField(field, text);
  } catch (error) {
    if (!(error instanceof DomainError) || error.details?.[0]?.code !== 'invalid_json') throw error;
    throw new DomainError('invalid', 'VALIDATION_FAILED', 'Invalid filter or sort JSON', { details: error.details });
  }
}
