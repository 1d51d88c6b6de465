import { IsInt, IsOptional, Max, Min } from 'class-validator';

/**
 * The version to activate.
 * @example {"version": 3}
 */
export class RollBackWorkflowRequest {
  /** Number of the version. The default is the version before the active one. */
  @IsOptional()
  // The database stores versions as integers of 32 bits.
  @Max(2 ** 31 - 1, { message: '$property must be a whole number up to 2147483647' })
  @Min(1, { message: '$property must be a whole number from 1' })
  @IsInt({ message: '$property must be a whole number from 1' })
  version?: number | null;
}
