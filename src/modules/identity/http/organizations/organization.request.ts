import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';

/**
 * An organization as it is to be.
 * @example {"name": "Example Ltd"}
 */
export class CreateOrganizationRequest {
  @IsText(255)
  name!: string;

  @MayBeAbsent()
  @IsText(50)
  plan?: string;
}

/**
 * What is to be otherwise.
 * @example {"name": "Example Group"}
 */
export class ChangeOrganizationRequest {
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  @MayBeAbsent()
  @IsText(50)
  plan?: string;
}
