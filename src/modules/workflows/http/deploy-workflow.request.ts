import { IsOptional, IsString, MaxLength } from 'class-validator';

/** What the version is called. */
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
