import { IsText } from '#edge/request/request-fields.js';

/**
 * The reason for a hold on a run.
 * @example {"reason": "Case 4711"}
 */
export class PlaceHoldRequest {
  /** The reason for the hold. */
  @IsText(500)
  reason!: string;
}
