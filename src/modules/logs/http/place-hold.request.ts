import { IsText } from '#edge/request/request-fields.js';

/**
 * Why the run is to be kept.
 * @example {"reason": "Case 4711"}
 */
export class PlaceHoldRequest {
  /** Why the run has to be kept. */
  @IsText(500)
  reason!: string;
}
