import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { isId } from '#kernel/ids.js';
import type { ExecutionEvent, ModelAnswered, ToolAnswered } from '#engine/execution.events.js';

type ModelCall = ReturnType<typeof ModelAnswered>['payload'];
type ToolCall = ReturnType<typeof ToolAnswered>['payload'];

/** Most models with series of their name. Further ones are `other`. */
const mostModels = 30;
const tokenBuckets = Array.from({ length: 14 }, (_, power) => 4 ** power);
const secondBuckets = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power);
const chunkBuckets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const betweenBuckets = [0.001, 0.0025, ...chunkBuckets];

/**
 * How long agents and their calls took in this process, and how many tokens they used, by the names of OpenTelemetry for generative AI. The
 * providers of workspaces share one series, since `/metrics` is public.
 */
@Injectable()
export class ModelMetrics {
  readonly #models = new Set<string>();
  readonly #tokens = histogram('gen_ai_client_token_usage', 'Tokens of a call of a model', ['provider', 'model', 'kind'], tokenBuckets);
  readonly #duration = histogram(
    'gen_ai_client_operation_duration_seconds',
    'Duration of a call of a model, retries included',
    ['provider', 'model', 'outcome'],
    secondBuckets,
  );
  readonly #firstChunk = histogram(
    'gen_ai_client_operation_time_to_first_chunk_seconds',
    'Time until the first token of a call of a model arrived',
    ['provider', 'model'],
    chunkBuckets,
  );
  readonly #betweenChunks = histogram(
    'gen_ai_client_operation_time_per_output_chunk_seconds',
    'Mean time from one output token of a call of a model to the next',
    ['provider', 'model'],
    betweenBuckets,
  );
  readonly #agents = histogram(
    'gen_ai_invoke_agent_duration_seconds',
    'Time from the start of an agent to its end, waits for people included',
    ['type', 'outcome'],
    secondBuckets,
  );
  readonly #tools = histogram('gen_ai_execute_tool_duration_seconds', 'Duration of a tool call of an agent', ['outcome'], secondBuckets);

  /** To be registered where metrics are served. */
  readonly all = [this.#tokens, this.#duration, this.#firstChunk, this.#betweenChunks, this.#agents, this.#tools] as const;

  /** Counts a call that this process has made. Other events, and calls that were copied from another run, are passed over. */
  take({ type, payload }: ExecutionEvent): void {
    if (type === 'execution.model-answered') this.#takeModel(payload);
    else if (type === 'execution.tool-answered') this.#takeTool(payload);
  }

  /** Counts an agent that has come to its end in this process. */
  takeAgent(type: string, { type: ending, payload }: ExecutionEvent): void {
    if (ending !== 'execution.block-completed' && ending !== 'execution.block-failed') return;
    const outcome = ending === 'execution.block-completed' ? 'completed' : 'failed';
    this.#agents.observe({ type, outcome }, secondsBetween(payload.startedAt, payload.endedAt));
  }

  #takeModel(call: ModelCall): void {
    // How long an abandoned call took is unknown.
    if (call.recorded === true || call.outcome === 'abandoned') return;
    const labels = this.#labelsOf(call);
    const { usage, startedAt, endedAt, firstTokenAt, outcome } = call;
    this.#tokens.observe({ ...labels, kind: 'input' }, usage.input);
    this.#tokens.observe({ ...labels, kind: 'output' }, usage.output);
    this.#duration.observe({ ...labels, outcome }, secondsBetween(startedAt, endedAt));
    if (firstTokenAt === undefined) return;
    this.#firstChunk.observe(labels, secondsBetween(startedAt, firstTokenAt));
    // An estimated number of tokens says nothing of the time between them.
    if (outcome !== 'answered' || usage.estimated || usage.output < 2) return;
    this.#betweenChunks.observe(labels, secondsBetween(firstTokenAt, endedAt) / (usage.output - 1));
  }

  #takeTool({ recorded, outcome, startedAt, endedAt }: ToolCall): void {
    if (recorded !== true) this.#tools.observe({ outcome }, secondsBetween(startedAt, endedAt));
  }

  #labelsOf({ provider, model }: ModelCall): { provider: string; model: string } {
    if (isId(provider)) return { provider: 'workspace', model: 'other' };
    const name = `${provider}/${model}`;
    if (!this.#models.has(name) && this.#models.size >= mostModels) return { provider: 'other', model: 'other' };
    this.#models.add(name);
    return { provider, model };
  }
}

function histogram<Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets, registers: [] });
}

function secondsBetween(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
}
