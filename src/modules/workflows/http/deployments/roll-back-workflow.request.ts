import { IsInt, IsOptional, Min } from 'class-validator';

/**
 * The version to activate.
 * @example {"version": 3}
 */
export class RollBackWorkflowRequest {
  /** Number of the version. The default is the version before the active one. */
  @IsOptional()
  @Min(1, { message: '$property must be a whole number from 1' })
  @IsInt({ message: '$property must be a whole number from 1' })
  version?: number | null;
}
