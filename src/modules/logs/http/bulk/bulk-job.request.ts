import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, Matches } from 'class-validator';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import type { BulkRequest } from '../../queries/bulk/chosen-runs.js';
import { LogFilterRequest } from '../log-filter.request.js';
import { TakesLists } from '../query-fields.js';

const mostNamed = 1_000;

/**
 * What is done to which runs: to those that are named, or to all that match the filters.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "action": "replay", "mode": "recorded", "status": ["failed"], "startDate": "2026-05-04T08:00:00.000Z"}
 */
@TakesLists(['workflowIds', 'folderIds', 'triggers', 'status'])
export class BulkJobRequest extends LogFilterRequest {
  /** Whether the runs are cancelled or replayed. */
  @IsIn(['cancel', 'replay'])
  action!: 'cancel' | 'replay';

  /** For replays: whether effects return their recorded outcomes (`recorded`) or happen again (`live`). */
  @MayBeAbsent()
  @IsIn(['recorded', 'live'])
  mode?: 'recorded' | 'live';

  /** Ids of the runs, instead of filters. */
  @MayBeAbsent()
  @Matches(/^\S{1,128}$/, { each: true, message: 'executionIds must contain ids of runs' })
  @ArrayMaxSize(mostNamed, { message: `executionIds must have at most ${mostNamed} members. Use filters for more runs` })
  @ArrayMinSize(1)
  @IsArray()
  executionIds?: string[];

  /** @throws DomainError (invalid) for names beside filters, neither of them, and a mode of a cancellation */
  toRequest(): BulkRequest {
    const { workspaceId, action, mode, executionIds } = this;
    const filter = this.filter();
    if (action === 'cancel' && mode !== undefined) throw invalidField('mode', 'mode is for replays only');
    const hasFilter = Object.entries(filter).some(([name, value]) => name !== 'workspaceId' && value !== undefined);
    if (executionIds !== undefined && hasFilter) throw invalidField('executionIds', 'executionIds cannot be combined with filters');
    if (executionIds === undefined && !hasFilter) {
      throw invalidField('executionIds', 'executionIds or a filter must choose the runs, for example startDate');
    }
    return {
      workspaceId,
      action: action === 'cancel' ? { type: action } : { type: action, mode: mode ?? 'recorded' },
      choice: executionIds === undefined ? { filter } : { executionIds },
    };
  }
}
