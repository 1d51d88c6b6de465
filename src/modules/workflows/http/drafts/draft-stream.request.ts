import type { IncomingHttpHeaders } from 'node:http';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, MayBeAbsent, QueryInteger } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import { farthest } from './draft.request.js';

/** The query of the stream of a draft. */
export class DraftStreamRequest {
  /** The revision that the client has: the stream begins with the changes after it. Absent: only what changes from now on. */
  @MayBeAbsent()
  @QueryInteger(0, farthest)
  after?: number;

  /** A client that has seen no event yet may send an empty id. @throws DomainError invalid */
  place({ 'last-event-id': sent }: IncomingHttpHeaders): number | undefined {
    if (sent === undefined || sent === '') return this.after;
    if (typeof sent !== 'string' || !/^\d{1,9}$/.test(sent)) {
      throw invalidField('Last-Event-ID', 'Last-Event-ID must be the id of an event of this stream, which is a revision');
    }
    return Number(sent);
  }
}

/**
 * What a person does with a draft.
 * @example {"client": "tab-1", "block": "start", "field": "inputFormat"}
 */
export class DraftPresenceRequest {
  /** An id that the client chooses once and keeps while the draft is open. */
  @IsIdentifier()
  client!: string;

  /** Id of the block that the person edits; null or absent for none. */
  @IsOptional()
  @MaxLength(200)
  @IsString()
  block?: string | null;

  /** Id of the field that the person edits; null or absent for none. */
  @IsOptional()
  @MaxLength(200)
  @IsString()
  field?: string | null;

  /** Whether the tab is hidden or about to be closed: the person is absent at once. */
  @MayBeAbsent()
  @IsBoolean()
  isHidden?: boolean;
}
