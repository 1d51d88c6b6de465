import { IsString, MaxLength } from 'class-validator';
import { MayBeAbsent, QueryInteger } from './request-fields.js';

/** The query of a list: at most `limit` items after `cursor`. */
export class PageRequest {
  /** Maximum number of items to return. */
  @QueryInteger(1, 100)
  limit = 50;

  /** The `nextCursor` of the previous page. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  cursor?: string;
}
