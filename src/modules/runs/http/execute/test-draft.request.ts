import type { IncomingHttpHeaders } from 'node:http';
import { Allow, IsBoolean, IsIn, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import type { DraftRequest } from '../../start/draft-runs.js';
import { parseExecuteRequest, type ExecuteWorkflowRequest } from './execute-workflow.request.js';

/**
 * A test of the draft.
 * @example {"input": {"name": "Ada"}, "until": "fee", "outside": "none"}
 */
export class TestDraftRequest {
  /** The revision of the draft to run. The default is the present one. */
  @MayBeAbsent()
  @Max(2_147_483_647)
  @Min(1)
  @IsInt()
  readonly revision?: number;

  /** The input of the run. The default is the input of the run `reuse`, or an empty object. */
  @Allow()
  readonly input?: Json;

  /** Id or name of a block: only the blocks that lead to it run, and the run ends with its output. */
  @MayBeAbsent()
  @MaxLength(200)
  @IsString()
  readonly until?: string;

  /**
   * Block of the run `reuse`, by its id, its name or its name within the run: everything that happened before it is taken over, also where the draft differs.
   * Needs `reuse`.
   */
  @MayBeAbsent()
  @MaxLength(500)
  @IsString()
  readonly from?: string;

  /** Id of an earlier run of the workflow that has ended. Blocks that are defined as they were and whose inputs are the same are not run again: their results are taken over. */
  @MayBeAbsent()
  @IsIdentifier()
  readonly reuse?: string;

  /** `none`: a block that would use an address, a model, a tool or data of the workspace fails, and its error says what it would have done. The default is `real`. */
  @MayBeAbsent()
  @IsIn(['real', 'none'])
  readonly outside?: 'real' | 'none';

  /** Whether pinned blocks complete with their pinned outputs and are not run. The default is `true`. */
  @MayBeAbsent()
  @IsBoolean()
  readonly pins?: boolean;

  /** Id of the trigger block with which the run begins. The default is the block of the delivery, or the start block. */
  @MayBeAbsent()
  @MaxLength(200)
  @IsString()
  readonly triggerBlockId?: string;

  /** Id of a delivery whose event is the input. */
  @MayBeAbsent()
  @IsIdentifier()
  readonly deliveryId?: string;
}

/** @throws DomainError invalid */
export function parseTestDraftRequest(
  body: TestDraftRequest,
  headers: IncomingHttpHeaders,
): ExecuteWorkflowRequest & { readonly draft: DraftRequest } {
  const { input, revision, until, from, reuse, outside = 'real', pins = true, triggerBlockId, deliveryId } = body;
  if (input !== undefined && deliveryId !== undefined)
    throw invalidField('input', 'input is not available with deliveryId: the event of the delivery is the input');
  if (from !== undefined && reuse === undefined) throw invalidField('from', 'from needs reuse, the earlier run that has the block');
  const test = { revision, until, from, reuse, outside, pins, repeatsInput: input === undefined };
  // The fingerprint contains the whole request, so an Idempotency-Key covers it.
  const whole = JSON.parse(JSON.stringify({ test, input: input ?? null, triggerBlockId, deliveryId })) as Json;
  return { ...parseExecuteRequest({ input: { draft: whole } }, headers), input: input ?? {}, draft: { triggerBlockId, deliveryId, test } };
}
