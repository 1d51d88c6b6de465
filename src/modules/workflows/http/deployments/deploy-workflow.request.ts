import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { farthest } from '../drafts/draft.request.js';

/**
 * The label of the new version, and the revision of the draft.
 * @example {"name": "With a form"}
 */
export class DeployWorkflowRequest {
  /** The revision of the draft that was looked at: the deployment is refused if the draft has changed since. Absent: the present draft is deployed. */
  @IsOptional()
  @Max(farthest)
  @Min(1)
  @IsInt()
  revision?: number | null;

  /** Name of the version. */
  @IsOptional()
  @MaxLength(100)
  @IsString()
  name?: string | null;

  /** Description of the version. */
  @IsOptional()
  @MaxLength(50_000)
  @IsString()
  description?: string | null;
}
