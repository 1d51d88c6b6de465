import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { inputProblems } from '#blocks/flow/start/strict-input.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { isOver } from '#engine/execution.state.js';
import { Config } from '#host/config/config.js';
import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { openPauses, RunExecution, RunStore, type RunResult } from '#modules/runs/index.js';
import { isRequired } from '../domain/tool-schema.js';
import { fileProblems, runInputOf } from '../domain/tool-arguments.js';
import { ToolSchemas } from '../queries/tool-schemas.js';
import type { ToolRow } from '../store/mcp-servers.js';
import { FileContents } from './results/file-contents.js';
import { McpCalls, type CallOutcome } from './mcp-calls.js';
import type { McpExchange } from './mcp-exchange.js';
import { ToolQuestions, type ClientAnswers, type ContinuedRun, type ToolRun } from './tool-questions.js';
import { invalidArguments, pausedResult, resultOf, sleepingResult, type InputRequired, type ToolResult } from './results/tool-result.js';

/** A call of a tool. */
export interface ToolCall {
  readonly tool: ToolRow;
  readonly sent: JsonObject;
  /** Called when a block has finished, with the number of finished blocks. */
  readonly onProgress: (finished: number) => void;
  /** Aborts when the client cancels the call. */
  readonly cancelled: AbortSignal;
  /** What the client sends for the questions of the run. */
  readonly answers: ClientAnswers;
  /** Names the run that the call continues; undefined for a new run. */
  readonly requestState: string | undefined;
}

interface Outcome {
  readonly result: ToolResult | InputRequired;
  readonly outcome: CallOutcome;
}

/** For a client that repeats a call whose answer it did not receive. */
const runningYet = 'The run of this call has not ended yet: repeat the call with its requestState for the result';

const finished: ReadonlySet<string> = new Set(['execution.block-completed', 'execution.block-failed']);

/** Runs workflows for calls of tools. */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly commands: CommandBus,
    private readonly runs: RunStore,
    private readonly schemas: ToolSchemas,
    private readonly files: FileContents,
    private readonly questions: ToolQuestions,
    private readonly calls: McpCalls,
    private readonly config: Config,
  ) {}

  /** @throws DomainError when the run may not start */
  async call(exchange: McpExchange, call: ToolCall): Promise<ToolResult | InputRequired> {
    try {
      const { result, outcome } = await this.#outcome(exchange, call);
      this.calls.count(outcome);
      return result;
    } catch (error) {
      this.calls.count(error instanceof DomainError && error.kind === 'limited' ? 'limited' : 'refused');
      throw error;
    }
  }

  async #outcome(exchange: McpExchange, call: ToolCall): Promise<Outcome> {
    const { tool, sent, requestState } = call;
    if (requestState !== undefined) return this.#settled(exchange, call, await this.questions.continued(exchange, tool, requestState));
    const { fields } = (await this.schemas.of(tool)) ?? { fields: [] };
    const declared = fields.map((field) => ({ ...field, isRequired: isRequired(field) }));
    const problems = [...inputProblems(declared, sent), ...fileProblems(fields, sent)];
    if (problems.length > 0) return { result: invalidArguments(problems), outcome: 'invalid' };
    const begun = await this.#run(exchange, call, runInputOf(fields, sent)).catch((error: unknown) => refusedArguments(error, sent));
    return Array.isArray(begun)
      ? { result: invalidArguments(begun), outcome: 'invalid' }
      : this.#settled(exchange, call, { run: begun, asked: undefined });
  }

  async #settled(exchange: McpExchange, { tool, answers }: ToolCall, begun: ContinuedRun): Promise<Outcome> {
    const { run, asked } = await this.questions.settle(exchange, tool, begun, answers);
    if (asked !== undefined) return { result: asked, outcome: 'paused' };
    if (isOver(run.state)) return this.#ended(run, exchange);
    if (run.state.status === 'running') throw new DomainError('unavailable', 'UNAVAILABLE', runningYet, { retryAfterSeconds: 1 });
    return this.#paused(tool, run);
  }

  #run({ served, caller, gone, ...exchange }: McpExchange, call: ToolCall, input: JsonObject): Promise<RunResult> {
    const { tool, cancelled } = call;
    return this.commands.execute(
      new RunExecution({
        ...exchange,
        caller,
        workflowId: tool.workflowId,
        input,
        callerExecutionId: undefined,
        idempotencyKey: undefined,
        fingerprint: '',
        timeoutMs: undefined,
        selectedOutputs: [],
        beginning: { trigger: 'api', triggerSource: { kind: 'mcp', serverId: served.server.id, tool: tool.name } },
        watcher: { gone: AbortSignal.any([gone, cancelled]), onRecorded: progressOf(call) },
      }),
    );
  }

  async #ended(run: ToolRun, { caller }: McpExchange): Promise<Outcome> {
    const { result, outcome } = resultOf(run);
    const files = outcome === 'completed' ? await this.files.of(run, caller) : [];
    return { result: files.length === 0 ? result : { ...result, content: [...result.content, ...files] }, outcome };
  }

  async #paused({ workflowId }: ToolRow, { executionId, state: { output } }: ToolRun): Promise<Outcome> {
    const pauses = openPauses(await this.runs.history(executionId)).map(({ pause }) => pause);
    const [resumeAt] = pauses.flatMap((pause) => (pause.kind === 'time' ? [pause.resumeAt] : [])).toSorted();
    if (resumeAt !== undefined && pauses.every(({ kind }) => kind === 'time'))
      return { result: sleepingResult(executionId, output, resumeAt), outcome: 'paused' };
    const url = `${this.config.baseUrl}/resume/${workflowId}/${executionId}`;
    return { result: pausedResult(executionId, output, url), outcome: 'paused' };
  }
}

/** The problems of arguments that the start of the run has found, such as a file that cannot be stored. @throws any other error */
function refusedArguments(error: unknown, sent: JsonObject): ErrorDetail[] {
  const details = error instanceof DomainError && error.kind === 'invalid' ? (error.details ?? []) : [];
  if (details.length === 0 || !details.every(({ path: [name = ''] }) => Object.hasOwn(sent, name))) throw error;
  return details.map((detail) => {
    const [where, { message }] = [detail.path.join('.'), detail];
    return { ...detail, message: message.startsWith(where) ? message : `${where}: ${message}` };
  });
}

function progressOf({ onProgress }: Pick<ToolCall, 'onProgress'>): (event: ExecutionEvent) => void {
  let count = 0;
  return ({ type }) => {
    if (!finished.has(type)) return;
    count += 1;
    onProgress(count);
  };
}
