import { IsString } from 'class-validator';
import { MayBeAbsent, QueryBoolean } from '#edge/request/request-fields.js';
import { selectors } from '../execute/selectors.js';

export class GetRunRequest {
  /** Whether to include the output of the run. */
  @QueryBoolean()
  includeOutput = true;

  /** Outputs of blocks to include, separated by commas, such as `agent.content`. */
  @MayBeAbsent()
  @IsString()
  readonly selectedOutputs?: string;

  get selectors(): readonly string[] {
    return selectors(this.selectedOutputs);
  }
}
