import { Equals, IsBoolean, IsIn, IsString, MaxLength } from 'class-validator';
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

  /** Names within a run grow with the depth of containers. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  from?: string;

  /** Whether to start the new run as a job and respond at once. */
  @IsBoolean()
  async = false;

  /** Not for replays. */
  @Equals(false, { message: 'stream is not available for replays: start one with async, and read the stream of its run' })
  stream = false;
}
