import { IsNotEmpty } from 'class-validator';
import { LocatedRunRequest } from './located-run.request.js';
import { QueryName } from './query-fields.js';

/** The query of `GET /api/v1/logs/executions/{executionId}/compare`. */
export class CompareRunsRequest extends LocatedRunRequest {
  /** Id of the run to compare with. */
  @IsNotEmpty()
  @QueryName()
  with!: string;
}
