import { IsOptional, IsString, MaxLength } from 'class-validator';

/**
 * What the version is called.
 * @example {"name": "With a form"}
 */
export class DeployWorkflowRequest {
  @IsOptional()
  @MaxLength(100)
  @IsString()
  name?: string | null;

  @IsOptional()
  @MaxLength(50_000)
  @IsString()
  description?: string | null;
}
