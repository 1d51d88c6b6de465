import { IsInt, IsOptional, Min } from 'class-validator';

/**
 * To which version.
 * @example {"version": 3}
 */
export class RollBackWorkflowRequest {
  /** Absent: the version before the active one. */
  @IsOptional()
  @Min(1, { message: '$property must be a whole number from 1' })
  @IsInt({ message: '$property must be a whole number from 1' })
  version?: number | null;
}
