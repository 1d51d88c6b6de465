import { Equals, IsBoolean, IsIn, IsString, MaxLength, ValidateBy } from 'class-validator';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import type { ReplayMode } from '#engine/execution.events.js';

/**
 * How to repeat a run.
 * @example {"mode": "recorded"}
 */
export class ReplayExecutionRequest {
  /** Whether effects return their recorded outcomes (`recorded`) or happen again (`live`). */
  @IsIn(['recorded', 'live'])
  mode!: ReplayMode;

  /** The block to start with: its id, its name, or its name within the run. The default is the start block. */
  // Names within a run grow with the depth of containers.
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  from?: string;

  /** The version to run: its number, or `draft`. The default is the version of the repeated run. */
  @MayBeAbsent()
  @ValidateBy({
    name: 'isVersion',
    validator: {
      validate: (value) => value === 'draft' || (Number.isInteger(value) && (value as number) > 0),
      defaultMessage: () => 'version must be a whole number from 1, or "draft"',
    },
  })
  version?: number | 'draft';

  /** Whether to start the new run as a job and respond at once. */
  @IsBoolean()
  async = false;

  /** Not for replays. */
  @Equals(false, { message: 'stream is not available for replays: start one with async, and read the stream of its run' })
  stream = false;
}
