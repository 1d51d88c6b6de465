import { createHash } from 'node:crypto';
import type { LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { isJsonObject } from '#kernel/json.js';
import type { Timers } from '#kernel/timers.js';
import { reportingFaults } from '#ledger/database/faults/reported-faults.js';
import type { OriginQueues } from '#world/outbound/origin-queues.js';
import { OutboundFailure, type OutboundHttp } from '#world/outbound/outbound-http.js';
import type { ModelAnswer, ModelUsage, PinnedModel } from '#engine/agents/model-answer.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import { type LanguageModels, type ModelEstimate, ModelFailure, type ModelPart, type ModelRequest } from '#blocks/ports/language-models.js';
import type { Pricing, ProviderConnection, ProviderDirectory } from '../providers/provider-directory.js';
import type { ProviderHealth } from '../providers/provider-health.js';
import { type ProviderPlace, queueOf } from '../providers/provider-place.js';
import { ArrivingAnswer } from './arriving-answer.js';
import { callOptions, ignoredSettings } from './request/call-options.js';
import { exchangeBy, languageModel } from './dialects.js';
import { cutAnswer, faultyAnswer, tryFailureOf, type TryFailure } from './failure-of.js';
import { maskedMessage } from './masked-message.js';
import { promptOf } from './request/prompt.js';
import { refusalIn, refusalOf, UnreadableAnswer } from './provider-refusal.js';
import { sentFiles } from './request/sent-files.js';
import { estimatedInput, estimatedUsage, reportedUsage } from './request/token-count.js';
import { Wire } from './wire.js';

/** The first try and two retries. */
const mostTries = 3;
const firstBackoffMs = 500;
/** A provider that asks for a longer wait is not asked again. */
const mostWaitMs = 30_000;
/** The answer of a model of which no limit is known, for estimates. */
const usualOutput = 4_096;
/** Up to so many calls at once every token is passed on when it arrives. */
const fewCalls = 20;
const [gatherMsOfCall, mostGatherMs] = [0.4, 80];
const namePattern = /^[^\p{Cc}?#\\]{1,256}$/u;
/** Escaped characters, and parts of a path that an address does without. */
const otherSpelling = /%|(?:^|\/)\.?(?:\/|$)/;

/** What the calls of models of one server need. */
export interface AskingParts {
  readonly directory: ProviderDirectory;
  readonly health: ProviderHealth;
  readonly queues: OriginQueues;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly timers: Timers;
  /** What requests to providers name. */
  readonly userAgent: string;
}

/** A call that is ready to be sent. */
interface Call {
  readonly request: ModelRequest;
  readonly connection: ProviderConnection;
  readonly pricing: Pricing;
  readonly author: string;
  readonly prompt: LanguageModelV4Prompt;
}

/** The language models of one run, asked through the adapters of the dialects. */
export class AskModels implements LanguageModels {
  constructor(
    private readonly parts: AskingParts,
    private readonly run: RunIdentity,
  ) {}

  resolve(name: string, hasOwnKey: boolean): Promise<PinnedModel> {
    return reportingFaults(this.parts.directory.resolve(name, this.run, hasOwnKey));
  }

  async estimate(request: Parameters<LanguageModels['estimate']>[0]): Promise<ModelEstimate> {
    const output = request.settings.maxOutputTokens ?? request.model.maxOutput ?? usualOutput;
    const usage = { input: estimatedInput(request), output, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: true };
    const pricing = await reportingFaults(this.parts.directory.pricing(request.model, this.run));
    const now = this.parts.clock.now();
    return { usage, costNanoUsd: pricing(usage, now)?.totalNanoUsd ?? null, costOf: (other) => pricing(other, now) };
  }

  async *ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const call = await this.#prepared(request);
    for (let tries = 1; ; tries += 1) {
      const waitMs = yield* this.#try(call, tries, signal);
      if (waitMs === undefined) return;
      await this.parts.timers.wait(waitMs, signal);
    }
  }

  async #prepared(request: ModelRequest): Promise<Call> {
    const { model, messages } = request;
    const { directory } = this.parts;
    try {
      const connection = await reportingFaults(directory.connection(model, this.run));
      const pricing = await reportingFaults(directory.pricing(model, this.run));
      requireName(model, connection);
      const author = `${model.provider}/${model.model}`;
      const prompt = promptOf(messages, { author, files: await sentFiles(request) });
      return { request, connection, pricing, author, prompt };
    } catch (error) {
      throw failure(tryFailureOf(error), { request, connection: undefined, tries: 0, partial: null });
    }
  }

  /** One try. @returns how long to wait before the next one, in ms; undefined after an answer. @throws ModelFailure */
  async *#try(call: Call, tries: number, signal: AbortSignal): AsyncGenerator<ModelPart, number | undefined> {
    const { parts, run } = this;
    const { request, connection } = call;
    const { place } = connection;
    const answer = new ArrivingAnswer(request.key, call.author, () => parts.clock.iso(), ignoredSettings(request, connection));
    const apiKey = request.apiKey ?? connection.apiKey;
    const gatherMs = (): number => (answer.hasBegun ? gatherMsBeside(parts.queues.active) : 0);
    const wire = new Wire({ ...parts, connection, apiKey, via: [...run.callChain, run.workflowId], tenant: run.workspaceId, gatherMs });
    let problem: TryFailure | undefined;
    try {
      if (tries === 1) this.#requireHealth(place);
      const leave = await parts.queues.enter(queueOf(place, run.workspaceId), connection.concurrency, signal);
      request.onSent?.(true);
      try {
        for await (const part of this.#stream(call, wire, signal)) {
          const seen = answer.take(part);
          if (seen !== undefined) yield seen;
        }
      } finally {
        leave();
      }
      // What was read before a failure of the connection has been passed on. It may have been the whole answer.
      if (wire.failure !== undefined && answer.finish === undefined) throw wire.failure;
      problem = problemOf(answer);
    } catch (error) {
      signal.throwIfAborted();
      problem = interrupted(wire.failure ?? error, wire);
    }
    if (problem === undefined) {
      parts.health.succeeded(place);
      yield { type: 'answered', answer: this.#answer(call, answer, wire, tries) };
      return undefined;
    }
    if (problem.isLocal !== true) parts.health.failed(place, problem.kind);
    const waitMs = answer.hasBegun ? undefined : waitAfter(problem, tries, request.key);
    if (waitMs !== undefined) {
      request.onSent?.(false);
      return waitMs;
    }
    throw failure(problem, { request, connection, tries, partial: this.#partial(call, answer, wire, tries) });
  }

  /** @throws DomainError while the circuit breaker of the provider is open */
  #requireHealth(place: ProviderPlace): void {
    const { health } = this.parts;
    if (health.mayAsk(place)) return;
    const { failures, retryAt } = health.of(place);
    const message = `the provider is not asked before ${retryAt ?? 'the next trial has ended'}, because its last ${failures} calls failed, whichever model they asked. Run it later, or add a fallback model of another provider`;
    throw new DomainError('unavailable', 'MODEL_PROVIDER_UNAVAILABLE', message);
  }

  /** Leaving the loop and the signal close the connection. */
  async *#stream(call: Call, wire: Wire, signal: AbortSignal): AsyncGenerator<LanguageModelV4StreamPart> {
    const { request, connection, prompt } = call;
    const end = new AbortController();
    const abort = (): void => end.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      exchangeBy(end.signal, wire.exchange);
      const model = await languageModel(connection, request.model.model);
      const options = { ...callOptions(request, prompt, connection), abortSignal: end.signal };
      const { stream } = await model.doStream(options).then(undefined, (error: unknown) => {
        throw wire.failure ?? (wire.hasAnswered ? errorInAnswer(error) : error);
      });
      yield* stream;
    } finally {
      signal.removeEventListener('abort', abort);
      end.abort();
    }
  }

  #answer({ request, pricing }: Call, arrived: ArrivingAnswer, wire: Wire, tries: number): ModelAnswer {
    const answer = arrived.answer(arrived.finish ?? { reason: 'other', raw: null }, tries);
    const usage = reportedBy(arrived, wire) ?? estimatedUsage(request, answer.parts);
    return { ...answer, usage, cost: pricing(usage, this.parts.clock.now()) };
  }

  /** What had arrived of an answer that failed, without its calls, which may be cut; null if nothing had, and nothing is charged. */
  #partial({ request, pricing }: Call, arrived: ArrivingAnswer, wire: Wire, tries: number): ModelAnswer | null {
    const reported = arrived.fault === undefined ? undefined : reportedBy(arrived, wire);
    if (!arrived.hasBegun && reported === undefined) return null;
    const { parts, ...about } = arrived.answer({ reason: 'error', raw: null }, tries);
    const answer = { ...about, parts: parts.filter(({ type }) => type !== 'tool-call') };
    const usage = reported ?? estimatedUsage(request, answer.parts);
    return { ...answer, usage, cost: pricing(usage, this.parts.clock.now()) };
  }
}

/** What the provider has counted at the end of an answer; undefined if it has not, or if that cannot be true. */
function reportedBy(arrived: ArrivingAnswer, wire: Wire): ModelUsage | undefined {
  return wire.hasWrongUsage || arrived.usage === undefined ? undefined : reportedUsage(arrived.usage, arrived.parts());
}

/** The name is a part of the address at some providers. There it must not be another way to write the name of a denied model. @throws DomainError */
function requireName({ model }: PinnedModel, { kind }: Pick<ProviderConnection, 'kind'>): void {
  const isPlain = namePattern.test(model) && !model.includes('..');
  if (isPlain && (kind !== 'google' || !otherSpelling.test(model))) return;
  throw new DomainError(
    'invalid',
    'MODEL_NAME_INVALID',
    'the name must be 1 to 256 characters without control characters, "?", "#", "\\" and "..", and for Gemini without "%" and without empty parts',
  );
}

/** The more answers arrive at once, the more tokens of each are taken together, since most of the work is for each piece and not for its length. */
function gatherMsBeside(calls: number): number {
  return calls < fewCalls ? 0 : Math.min(mostGatherMs, calls * gatherMsOfCall);
}

/** Why an answer that has arrived is none. */
function problemOf(answer: ArrivingAnswer): TryFailure | undefined {
  if (answer.error === undefined && answer.fault !== undefined) return faultyAnswer(answer.fault);
  if (answer.error === undefined) return answer.finish === undefined ? cutAnswer() : undefined;
  const { value } = answer.error;
  if (!(value instanceof Error)) return tryFailureOf(refusalOf(value));
  // An error object that the schema of the library does not know.
  const raw = 'value' in value ? value.value : undefined;
  return isJsonObject(raw) && 'error' in raw ? tryFailureOf(refusalOf(raw)) : cutAnswer(value);
}

/** The library may look at the first event before it returns the stream, and throw the error in it. */
function errorInAnswer(error: unknown): Error {
  const body = error instanceof Error && 'responseBody' in error ? error.responseBody : undefined;
  return typeof body === 'string' ? refusalIn(body, undefined, undefined) : new UnreadableAnswer('Its first part is not of the dialect');
}

/** Why a try did not arrive at the end of an answer. */
function interrupted(error: unknown, wire: Wire): TryFailure {
  const isCut = wire.hasAnswered && error instanceof OutboundFailure && error.kind === 'network';
  return isCut ? cutAnswer(error) : tryFailureOf(error);
}

/** The jitter comes from the key, so that calls that failed together are not repeated together. */
function waitAfter({ isPassing, retryAfterMs }: TryFailure, tries: number, key: string): number | undefined {
  if (!isPassing || tries >= mostTries) return undefined;
  if (retryAfterMs !== undefined) return retryAfterMs <= mostWaitMs ? retryAfterMs : undefined;
  const jitter = createHash('sha256').update(`${key} ${tries}`).digest().readUInt16BE() / 0x10000;
  return Math.round(firstBackoffMs * 2 ** (tries - 1) * (0.5 + jitter));
}

interface Failed {
  readonly request: ModelRequest;
  readonly connection: ProviderConnection | undefined;
  readonly tries: number;
  readonly partial: ModelAnswer | null;
}

/** The failure in words. Nothing of the library's errors is in it, since they contain request and answer. */
function failure({ kind, what, said = '', remedy, status }: TryFailure, { request, connection, tries, partial }: Failed): ModelFailure {
  const { model, messages, apiKey } = request;
  const secrets = [apiKey, connection?.apiKey, ...Object.values(connection?.headers ?? {})].filter((secret) => secret !== undefined);
  const masked = maskedMessage(said, { secrets, messages });
  const often = tries > 1 ? ` (${tries} tries)` : '';
  const sentence = `${model.providerName}, model ${model.model}: ${what}${often}${masked === '' ? '' : `: "${masked}"`}`;
  return new ModelFailure(remedy === '' ? sentence : `${sentence}. ${remedy}`, kind, partial, tries, status);
}
