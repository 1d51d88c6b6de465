import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type Json } from '#kernel/json.js';
import { parseExecuteRequest, type ExecuteWorkflowRequest } from '../execute/execute-workflow.request.js';

/**
 * What to run a workflow with, and how.
 * @example {"input": {"name": "Ada"}}
 */
export interface ExecuteRunBody {
  /** What the run is given. */
  readonly input?: Json;
  /** Whether to answer at once. */
  readonly async?: boolean;
  /** Whether to show outputs while the run goes on, as Server-Sent Events. */
  readonly stream?: boolean;
  readonly selectedOutputs?: readonly string[];
  /** Of asynchronous runs. What is above the limit of the server counts as that limit, unless the plan is one of an enterprise. */
  readonly executionTimeoutSeconds?: number;
}

/** The same start in the words of the first generation. @throws DomainError invalid */
export function parseExecuteRunRequest(body: unknown, headers: IncomingHttpHeaders): ExecuteWorkflowRequest {
  if (!isJsonObject(body ?? {})) return parseExecuteRequest(body, headers);
  const { input = {}, async, stream, selectedOutputs, executionTimeoutSeconds } = (body ?? {}) as Readonly<Record<string, Json>>;
  const runId = headers['x-run-id'];
  return parseExecuteRequest(
    { input, async: async ?? null, stream: stream ?? null, selectedOutputs: selectedOutputs ?? null },
    {
      ...headers,
      ...(runId === undefined ? {} : { 'x-execution-id': runId }),
      ...(executionTimeoutSeconds === undefined || executionTimeoutSeconds === null
        ? {}
        : { 'x-execution-timeout-seconds': JSON.stringify(executionTimeoutSeconds) }),
    },
    { executionId: runId === undefined ? 'X-Execution-Id' : 'X-Run-Id', timeout: 'executionTimeoutSeconds' },
  );
}
