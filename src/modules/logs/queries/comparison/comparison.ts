import { isDeepStrictEqual } from 'node:util';
import type { Json } from '#kernel/json.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { redactCredentials } from '#engine/masking/credential-names.js';
import { spendingOf } from '#engine/trace/run-spending.js';
import type { LogView } from '../log-view.js';

/** A tool call of a run. */
export interface ComparedTool {
  readonly name: string;
  /** The arguments, with those that the author filled in. */
  readonly input: Json;
  /** What became of the call. */
  readonly outcome: 'answered' | 'failed' | 'denied' | 'unknown';
}

/** What a run has answered and used. */
export interface ComparedRun {
  readonly executionId: string;
  readonly workflowId: string;
  /** The version of the workflow that it ran. */
  readonly deploymentVersion: number;
  /** Status of the run. */
  readonly status: LogView['status'];
  /** The output of the run; null until it has ended. */
  readonly answer: Json;
  /** Why it failed; null unless it did. */
  readonly error: string | null;
  /** The language models that it has called, sorted. */
  readonly models: readonly string[];
  /** Calls of language models, those that a replay has copied included. */
  readonly modelCalls: number;
  /** Tool calls of agents, in the order of their ends. */
  readonly tools: readonly ComparedTool[];
  /** Tokens of the calls that the run itself has made. */
  readonly tokens: {
    /** What the models have read. */
    readonly input: number;
    /** What the models have written. */
    readonly output: number;
    /** The sum of both. */
    readonly total: number;
  };
  /** Cost of the run. */
  readonly cost: {
    /** In US dollars. */
    readonly total: number;
    /** Calls that no price is known for. They are not part of the total. */
    readonly unpricedCalls: number;
  };
  /** Duration without waiting times, in ms; null until it has ended. */
  readonly totalDurationMs: number | null;
}

/** Two runs side by side. */
export interface Comparison {
  /** The run of the path. */
  readonly run: ComparedRun;
  /** The run that it is compared with. */
  readonly other: ComparedRun;
  /** What is equal in both: the answer, and the names and the arguments of the tool calls in their order. */
  readonly same: {
    /** Whether the outputs are equal. */
    readonly answer: boolean;
    /** Whether the same tools were called with the same arguments. */
    readonly tools: boolean;
  };
  /** What the other run has used more, or less if negative; null if unknown. */
  readonly difference: {
    /** Number of calls of language models. */
    readonly modelCalls: number;
    /** Number of tokens. */
    readonly tokens: number;
    /** In US dollars. */
    readonly cost: number;
    /** In ms. */
    readonly totalDurationMs: number | null;
  };
}

/** What a run is compared by. Pure. */
export function comparedRun(entry: LogView, events: readonly ExecutionEvent[], output: Json): ComparedRun {
  const spending = spendingOf(events);
  const spent = [...spending.models.values()];
  const sum = (of: (model: (typeof spent)[number]) => number): number => spent.reduce((total, model) => total + of(model), 0);
  const [input, answered] = [sum(({ inputTokens }) => inputTokens), sum(({ outputTokens }) => outputTokens)];
  const calls = events.filter(({ type }) => type === 'execution.model-answered');
  return {
    executionId: entry.executionId,
    workflowId: entry.workflowId,
    deploymentVersion: entry.deploymentVersion,
    status: entry.status,
    answer: redactCredentials(output),
    error: entry.error,
    models: [...spending.models.keys()].toSorted(),
    modelCalls: calls.length,
    tools: events.flatMap(toolIn),
    tokens: { input, output: answered, total: input + answered },
    cost: { total: spending.costUsd, unpricedCalls: sum(({ unpricedCalls }) => unpricedCalls) },
    totalDurationMs: entry.durationMs,
  };
}

export function compare(run: ComparedRun, other: ComparedRun): Comparison {
  const asked = ({ tools }: ComparedRun) => tools.map(({ name, input }) => [name, input]);
  const [one, two] = [run.totalDurationMs, other.totalDurationMs];
  return {
    run,
    other,
    same: { answer: isDeepStrictEqual(run.answer, other.answer), tools: isDeepStrictEqual(asked(run), asked(other)) },
    difference: {
      modelCalls: other.modelCalls - run.modelCalls,
      tokens: other.tokens.total - run.tokens.total,
      cost: Math.round((other.cost.total - run.cost.total) * 1e9) / 1e9,
      totalDurationMs: one === null || two === null ? null : two - one,
    },
  };
}

function toolIn({ type, payload }: ExecutionEvent): readonly ComparedTool[] {
  if (type !== 'execution.tool-answered') return [];
  const { result, input, outcome } = payload;
  return [{ name: result.name, input: redactCredentials(input), outcome }];
}
