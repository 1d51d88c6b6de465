import type { IncomingHttpHeaders } from 'node:http';
import { Allow, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';
import { invalid, invalidField } from '#kernel/errors.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { parseExecuteRequest, refuseUnstreamedOutputs, type ExecuteWorkflowRequest } from './execute-workflow.request.js';

/**
 * The input of a run of the draft, and how to run it.
 * @example {"input": {"name": "Ada"}}
 */
export class RunDraftRequest {
  /** The input of the run. The default is an empty object. */
  @Allow()
  readonly input?: Json;

  /** Id of the trigger block with which the run begins. The default is the block of the delivery, or the start block. */
  @MayBeAbsent()
  @MaxLength(200)
  @IsString()
  readonly triggerBlockId?: string;

  /** Id of a delivery whose event is the input. */
  @MayBeAbsent()
  @IsIdentifier()
  readonly deliveryId?: string;

  /** Whether to respond at once, with a job. */
  @Allow()
  readonly async?: boolean;

  /** Whether to respond with server-sent events. */
  @Allow()
  readonly stream?: boolean;

  /** Outputs to send while the run is active: `blockId.path`, or `blockName.path`; streamed runs only. */
  @Allow()
  readonly selectedOutputs?: readonly string[];

  /** Whether to send the reasoning of models; streamed runs only. Needs the header `X-Sim-Stream-Protocol: agent-events-v1`. */
  @Allow()
  readonly includeThinking?: boolean;

  /** Whether to send the beginning and the end of each tool call; streamed runs only. Needs the same header. */
  @Allow()
  readonly includeToolCalls?: boolean;
}

/** @throws DomainError invalid */
export function parseRunDraftRequest(body: RunDraftRequest, headers: IncomingHttpHeaders): ExecuteWorkflowRequest {
  const { input, triggerBlockId = null, deliveryId = null, async, stream, selectedOutputs, includeThinking, includeToolCalls } = body;
  if (input !== undefined && deliveryId !== null) {
    throw invalidField('input', 'input is not available with deliveryId: the event of the delivery is the input');
  }
  // The fingerprint contains what the draft begins with, so an Idempotency-Key covers it.
  const whole = { draft: { input: input ?? {}, triggerBlockId, deliveryId } };
  const modes = { async, stream, selectedOutputs, includeThinking, includeToolCalls } as unknown as JsonObject;
  const empty = Object.keys(modes).filter((name) => modes[name] === null);
  if (empty.length > 0) throw invalid(empty.map((name) => ({ path: [name], message: `${name} must not be null`, code: 'invalid' })));
  const given = Object.fromEntries(Object.entries(modes).filter(([, value]) => value !== undefined));
  const asked = parseExecuteRequest({ ...given, input: whole }, headers);
  refuseUnstreamedOutputs(asked);
  return { ...asked, input: input ?? {} };
}
