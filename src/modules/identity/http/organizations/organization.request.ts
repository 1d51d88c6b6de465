import { IsObject, ValidateIf } from 'class-validator';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import type { ModelPolicy } from '#kernel/models/model-policy.js';

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

  /**
   * What the organization demands of calls of language models. It replaces the former policy; null removes it. The strictest of the policies of the plan,
   * the organization and the workspace applies.
   */
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsObject({ message: 'modelPolicy must be an object, or null' })
  modelPolicy?: ModelPolicy | null;
}
