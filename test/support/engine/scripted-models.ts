import type { FinishReason, ModelAnswer, ModelCost, ModelPrices, ModelUsage, PinnedModel } from '#engine/agents/model-answer.js';
import type { AssistantPart } from '#engine/agents/model-message.js';
import type { JsonObject } from '#kernel/json.js';
import {
  ModelFailure,
  type LanguageModels,
  type ModelEstimate,
  type ModelPart,
  type ModelRequest,
} from '../../../src/blocks/ports/language-models.js';

/** One answer of a script. Without calls and without text it is an empty answer. */
export interface ScriptedTurn {
  /** A list is streamed piece by piece. */
  readonly text?: string | readonly string[];
  readonly reasoning?: string;
  /** Arguments as text may be invalid. Ids are made here unless the script gives them. */
  readonly calls?: readonly { readonly name: string; readonly arguments?: JsonObject | string; readonly callId?: string }[];
  /** Default: `tool-calls` if there are calls, else `stop`. */
  readonly finish?: FinishReason;
  readonly usage?: Partial<ModelUsage>;
  /** Goes with the text, the reasoning and the calls, as what the provider wants back. */
  readonly metadata?: JsonObject;
  readonly providerModel?: string;
  readonly warnings?: readonly string[];
  readonly tries?: number;
  /** What the request waits for before it is sent. */
  readonly waits?: Promise<unknown>;
  /** What the answer waits for after its text and before its end; an aborted signal ends the wait. */
  readonly until?: Promise<unknown>;
  /** The failure after the text instead of an end; its partial answer is replaced by what was written. */
  readonly fails?: ModelFailure;
}

type ScriptedCall = ScriptedTurn | Error | ((request: ModelRequest) => ScriptedTurn | Error);

const defaultUsage: ModelUsage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: false };

/** Models that give the answers of a script, one for each call and the last one for ever, and remember what they were asked. */
export class ScriptedModels implements LanguageModels {
  readonly requests: ModelRequest[] = [];
  /** Calls that were ended by their signal. */
  aborted = 0;
  /** Dollars for a million tokens; null: no price is known. */
  prices: ModelPrices | null = { input: 1, output: 2 };
  /** What is known of a model, by its name; an error refuses the name. */
  readonly known = new Map<string, Partial<PinnedModel> | Error>();
  readonly #script: readonly ScriptedCall[];
  #calls = 0;

  constructor(...script: readonly ScriptedCall[]) {
    this.#script = script;
  }

  async resolve(name: string, hasOwnKey: boolean): Promise<PinnedModel> {
    const known = this.known.get(name) ?? {};
    if (known instanceof Error) throw known;
    const model: PinnedModel = {
      name,
      provider: 'scripted',
      providerName: 'Scripted',
      model: name,
      source: 'operator',
      keyOf: hasOwnKey ? 'block' : 'operator',
      capabilities: ['tools', 'vision', 'files', 'audio', 'json', 'reasoning'],
      contextWindow: 100_000,
      maxOutput: 4_000,
    };
    return { ...model, ...known };
  }

  async *ask(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart> {
    const scripted = this.#script[Math.min(this.requests.length, this.#script.length - 1)] ?? {};
    this.requests.push(request);
    const turn = typeof scripted === 'function' ? scripted(request) : scripted;
    if (turn instanceof Error) throw turn;
    await this.#heeding(signal, turn.waits ?? Promise.resolve());
    request.onSent?.(true);
    if (turn.reasoning !== undefined) yield { type: 'reasoning', text: turn.reasoning };
    const firstTokenAt = new Date(Date.UTC(2026, 0, 5, 10)).toISOString();
    for (const text of pieces(turn)) {
      await this.#heeding(signal, Promise.resolve());
      yield { type: 'text', text };
    }
    await this.#heeding(signal, turn.until ?? Promise.resolve());
    const answer = { ...this.#answer(turn, request), firstTokenAt };
    if (turn.fails !== undefined) throw failed(turn.fails, answer);
    for (const { name } of turn.calls ?? []) yield { type: 'tool-call-began', name };
    yield { type: 'answered', answer };
  }

  async estimate({ messages, settings, tools }: Parameters<LanguageModels['estimate']>[0]): Promise<ModelEstimate> {
    const input = Math.ceil(JSON.stringify([messages, tools]).length / 4);
    const usage = { ...defaultUsage, input, output: settings.maxOutputTokens ?? 0, estimated: true };
    return { usage, costNanoUsd: this.#cost(usage)?.totalNanoUsd ?? null, costOf: (counted) => this.#cost(counted) };
  }

  async #heeding(signal: AbortSignal, until: Promise<unknown>): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = (): void => {
      this.aborted += 1;
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([promise, until]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #answer(turn: ScriptedTurn, { model }: ModelRequest): ModelAnswer {
    const usage = { ...defaultUsage, ...turn.usage };
    const reason = turn.finish ?? (turn.calls === undefined ? 'stop' : 'tool-calls');
    return {
      parts: this.#parts(turn),
      finish: { reason, raw: reason },
      usage,
      cost: this.#cost(usage),
      providerModel: turn.providerModel ?? model.model,
      warnings: [...(turn.warnings ?? [])],
      tries: turn.tries ?? 1,
    };
  }

  #parts(turn: ScriptedTurn): AssistantPart[] {
    const own = turn.metadata === undefined ? {} : { metadata: turn.metadata };
    const text = pieces(turn).join('');
    return [
      ...(turn.reasoning === undefined ? [] : [{ type: 'reasoning' as const, text: turn.reasoning, ...own }]),
      ...(text === '' ? [] : [{ type: 'text' as const, text, ...own }]),
      ...(turn.calls ?? []).map((call) => {
        const { name, arguments: given = {}, callId = `call-${(this.#calls += 1)}` } = call;
        return { type: 'tool-call' as const, callId, name, arguments: typeof given === 'string' ? given : JSON.stringify(given), ...own };
      }),
    ];
  }

  #cost(usage: ModelUsage): ModelCost | null {
    if (this.prices === null) return null;
    const [inputNanoUsd, outputNanoUsd] = [usage.input * this.prices.input * 1_000, usage.output * this.prices.output * 1_000];
    const totalNanoUsd = inputNanoUsd + outputNanoUsd;
    return { inputNanoUsd, outputNanoUsd, totalNanoUsd, prices: this.prices, pricedAs: 'scripted', catalogue: 'script' };
  }
}

function pieces({ text = [] }: ScriptedTurn): readonly string[] {
  return typeof text === 'string' ? [text] : text;
}

function failed(failure: ModelFailure, written: ModelAnswer): ModelFailure {
  const partial = written.parts.length === 0 ? null : { ...written, finish: { reason: 'error' as const, raw: null } };
  return new ModelFailure(failure.message, failure.kind, partial, failure.tries, failure.status);
}
