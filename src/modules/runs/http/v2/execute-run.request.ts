import type { IncomingHttpHeaders } from 'node:http';
import { Allow } from 'class-validator';
import type { Json } from '#kernel/json.js';
import { parseExecuteRequest, refuseUnstreamedOutputs, type ExecuteWorkflowRequest } from '../execute/execute-workflow.request.js';

/**
 * The input of a run, and how to run it.
 * @example {"input": {"name": "Ada"}}
 */
export class ExecuteRunBody {
  /** The input of the run. */
  @Allow()
  readonly input?: Json;

  /** Whether to respond at once, with a job. */
  @Allow()
  readonly async?: boolean;

  /** Whether to send outputs as server-sent events while the run is active. */
  @Allow()
  readonly stream?: boolean;

  /** Outputs to send while the run is active, such as `agent.content`; streamed runs only. */
  @Allow()
  readonly selectedOutputs?: readonly string[];

  /** Longest duration of an asynchronous run, in seconds. Values above the limit of the server are reduced to that limit, except on enterprise plans. */
  @Allow()
  readonly executionTimeoutSeconds?: number;
}

/** The same start as a request of the first generation of the API. @throws DomainError invalid */
export function parseExecuteRunRequest(request: ExecuteRunBody, headers: IncomingHttpHeaders): ExecuteWorkflowRequest {
  const { input = {}, async, stream, selectedOutputs, executionTimeoutSeconds } = request;
  const runId = headers['x-run-id'];
  const asked = parseExecuteRequest(
    { input, async: async ?? null, stream: stream ?? null, selectedOutputs: (selectedOutputs as Json | undefined) ?? null },
    {
      ...headers,
      ...(runId === undefined ? {} : { 'x-execution-id': runId }),
      ...(executionTimeoutSeconds === undefined || executionTimeoutSeconds === null
        ? {}
        : { 'x-execution-timeout-seconds': JSON.stringify(executionTimeoutSeconds) }),
    },
    { executionId: runId === undefined ? 'X-Execution-Id' : 'X-Run-Id', timeout: 'executionTimeoutSeconds' },
  );
  refuseUnstreamedOutputs(asked);
  return asked;
}
