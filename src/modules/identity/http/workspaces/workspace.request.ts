import { IsBoolean, IsInt, IsObject, Max, Min, ValidateIf } from 'class-validator';
import { IsIdentifier, IsVisibleName, MayBeAbsent } from '#edge/request/request-fields.js';
import type { ModelPolicy } from '#kernel/models/model-policy.js';

const days = 'retentionDays must be a whole number of days from 1 to 36500, or null';

/**
 * A workspace as it is to be.
 * @example {"name": "Support"}
 */
export class CreateWorkspaceRequest {
  @IsVisibleName(255)
  name!: string;

  /** Id of the organization that the workspace belongs to. */
  @MayBeAbsent()
  @IsIdentifier()
  organizationId?: string;
}

/**
 * What is to be otherwise.
 * @example {"allowPersonalApiKeys": false}
 */
export class ChangeWorkspaceRequest {
  /** Name of the workspace. */
  @MayBeAbsent()
  @IsVisibleName(255)
  name?: string;

  /** Whether members may use personal API keys in the workspace. */
  @MayBeAbsent()
  @IsBoolean()
  allowPersonalApiKeys?: boolean;

  /**
   * Who owns the workspace: a member of it, or an admin of its organization, who becomes an admin of it. A workspace outside of
   * organizations is paid for by its owner, so only callers themselves can become that.
   */
  @MayBeAbsent()
  @IsIdentifier()
  ownerId?: string;

  /** Null: as long as the plan lets it. */
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Max(36_500, { message: days })
  @Min(1, { message: days })
  @IsInt({ message: days })
  retentionDays?: number | null;

  /**
   * What the workspace demands of calls of language models. It replaces the former policy; null removes it. The strictest of the policies of the plan,
   * the organization and the workspace applies.
   */
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsObject({ message: 'modelPolicy must be an object, or null' })
  modelPolicy?: ModelPolicy | null;
}
