import { IsText } from '#infrastructure/http/request-fields.js';

export class PlaceHoldRequest {
  /** Why the run has to be kept. */
  @IsText(500)
  reason!: string;
}
