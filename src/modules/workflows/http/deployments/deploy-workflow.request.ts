import { IsOptional, IsString, MaxLength } from 'class-validator';

/**
 * The label of the new version.
 * @example {"name": "With a form"}
 */
export class DeployWorkflowRequest {
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
