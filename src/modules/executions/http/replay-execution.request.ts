import { Equals, IsBoolean, IsIn, IsString, MaxLength } from 'class-validator';
import { MayBeAbsent } from '#infrastructure/http/request-fields.js';
import type { ReplayMode } from '../domain/execution.events.js';

export class ReplayExecutionRequest {
  @IsIn(['recorded', 'live'])
  mode!: ReplayMode;

  /** Names within a run grow with the depth of containers. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  from?: string;

  @IsBoolean()
  async = false;

  @Equals(false, { message: 'stream is not available for replays: start one with async, and read the stream of its run' })
  stream = false;
}
