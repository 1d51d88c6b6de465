import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ErrorDetail } from '#kernel/errors.js';
import type { RunResult } from '#modules/runs/index.js';
import type { CallOutcome } from '../mcp-calls.js';

/** A part of the result of a tool, as MCP has it. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string } }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string; readonly mimeType: string; readonly size: number };

export interface ToolResult {
  readonly content: readonly ToolContent[];
  readonly structuredContent?: JsonObject;
  readonly isError?: true;
}

/** What the client must ask its user before the tool has a result. It repeats its call with the answers and the state. */
export interface InputRequired {
  readonly resultType: 'input_required';
  /** Requests to the client by the key of their answer. */
  readonly inputRequests: JsonObject;
  /** Names the run. */
  readonly requestState: string;
}

/** The result of a run that has ended, without its files. */
export function resultOf({ executionId, state }: Pick<RunResult, 'executionId' | 'state'>): { result: ToolResult; outcome: CallOutcome } {
  const { status, output, error, response } = state;
  if (status !== 'completed')
    return { result: failure({ success: false, executionId, output, error }), outcome: status === 'cancelled' ? 'cancelled' : 'failed' };
  if (response === undefined) return { result: success(output), outcome: 'completed' };
  // A Response block defines the whole answer.
  const data = isJsonObject(output) ? (output['data'] ?? null) : null;
  return response.status >= 400 ? { result: failure(data), outcome: 'failed' } : { result: success(data), outcome: 'completed' };
}

/** The result of a run that waits for an answer which the client cannot ask for. */
export function pausedResult(executionId: string, output: Json, url: string): ToolResult {
  return waitingResult(`The run is paused and waits for an answer: ${url}`, { success: true, status: 'paused', executionId, url, output });
}

/** The result of a run that continues at a time. */
export function sleepingResult(executionId: string, output: Json, resumeAt: string): ToolResult {
  return waitingResult(`The run is paused until ${resumeAt}`, { success: true, status: 'paused', executionId, resumeAt, output });
}

function waitingResult(text: string, waiting: JsonObject): ToolResult {
  return { content: [{ type: 'text', text }, textOf(waiting)], structuredContent: waiting };
}

/** The result of a call whose arguments do not fit. A model that reads it can correct them. */
export function invalidArguments(problems: readonly ErrorDetail[]): ToolResult {
  const lines = problems.map(({ message }) => `- ${message}`);
  return { content: [{ type: 'text', text: `The arguments are not valid:\n${lines.join('\n')}` }], isError: true };
}

function success(output: Json): ToolResult {
  return { content: [textOf(output)], ...(isJsonObject(output) ? { structuredContent: output } : {}) };
}

function failure(output: Json): ToolResult {
  return { content: [textOf(output)], isError: true };
}

function textOf(value: Json): ToolContent {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) };
}
