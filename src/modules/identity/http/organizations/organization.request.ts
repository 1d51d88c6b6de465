import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';

/**
 * An organization as it is to be.
 * @example {"name": "Example Ltd"}
 */
export class CreateOrganizationRequest {
  @IsText(255)
  name!: string;

  /** Name of the plan of the organization. Only operators can change it. */
  @MayBeAbsent()
  @IsText(50)
  plan?: string;
}

/**
 * What is to be otherwise.
 * @example {"name": "Example Group"}
 */
export class ChangeOrganizationRequest {
  /** Name of the organization. */
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  /** Name of the plan of the organization. Only operators can change it. */
  @MayBeAbsent()
  @IsText(50)
  plan?: string;
}
