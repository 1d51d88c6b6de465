import { ModelAnswered, type ExecutionStarted } from '#engine/execution.events.js';
import type { ModelAnswer, ModelUsage } from '#engine/agents/model-answer.js';
import type { AssistantPart } from '#engine/agents/model-message.js';
import type { DueAsk } from '#engine/schedule/agents/agent-run.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { ModelEstimate, ModelFailure, ModelPart } from '#blocks/ports/language-models.js';

type Answered = ReturnType<typeof ModelAnswered>;

/** Characters of a token, where the provider has not counted. */
const charactersPerToken = 4;

interface CallFacts {
  readonly node: ReadyNode;
  readonly ask: DueAsk;
  /** The key of its effect. */
  readonly key: string;
  readonly payer: Pick<ReturnType<typeof ExecutionStarted>['payload'], 'accountId' | 'workflowId'>;
  /** The API key that started the run. */
  readonly keyId: string | undefined;
  readonly startedAt: string;
  readonly estimate: ModelEstimate;
}

/** A call of a model in progress: what has arrived of the answer, and the event that each end of it leads to. */
export class ModelCall {
  #text = '';
  #reasoning = '';
  #firstTokenAt: string | undefined;
  /** Whether the provider has the request. */
  isSent = false;

  constructor(private readonly of: CallFacts) {}

  /** Whether it is in the workflow that a block of this name has called, or in one below it. */
  isBelow(key: string): boolean {
    return this.of.node.key.startsWith(`${key}()/`);
  }

  take(part: ModelPart, now: () => string): void {
    if (part.type === 'answered') return;
    this.#firstTokenAt ??= now();
    if (part.type === 'text') this.#text += part.text;
    else if (part.type === 'reasoning') this.#reasoning += part.text;
  }

  answered(answer: ModelAnswer, invalid: string | undefined, at: string): Answered {
    const { parts, finish, usage, cost, providerModel, responseId, warnings, tries, firstTokenAt = this.#firstTokenAt } = answer;
    return ModelAnswered({
      ...this.#named(),
      outcome: 'answered',
      parts,
      finish,
      usage,
      cost,
      providerModel,
      ...(responseId === undefined ? {} : { responseId }),
      ...(invalid === undefined ? {} : { invalid }),
      warnings,
      tries,
      startedAt: this.of.startedAt,
      ...(firstTokenAt === undefined ? {} : { firstTokenAt }),
      endedAt: at,
    });
  }

  failed({ kind, message, status, partial, tries }: ModelFailure, at: string): Answered {
    const event = this.#partly('failed', { kind, message, ...(status === undefined ? {} : { status }) }, tries, at);
    if (partial === null) return hasNothing(event) ? ModelAnswered({ ...event.payload, usage: noUsage, cost: null }) : event;
    const { parts, usage, cost, providerModel, finish, warnings } = partial;
    return ModelAnswered({ ...event.payload, parts, usage, cost, providerModel, finish, warnings });
  }

  /** The run ended during the call: what had arrived is kept, and counted by the server. A request that was not sent has cost nothing. */
  cancelled(kind: 'cancelled' | 'timeout', at: string): Answered {
    const event = this.#partly('failed', { kind, message: `The run ended during the call of ${this.of.ask.model.name}` }, 1, at);
    return this.isSent ? event : ModelAnswered({ ...event.payload, usage: noUsage, cost: null });
  }

  /** The process was lost during the call. */
  abandoned(at: string): Answered {
    return this.#partly('abandoned', { kind: 'lost', message: 'The process was lost during the call' }, 1, at);
  }

  #partly(outcome: 'failed' | 'abandoned', error: { kind: string; message: string; status?: number }, tries: number, at: string): Answered {
    const usage = this.#counted();
    return ModelAnswered({
      ...this.#named(),
      outcome,
      parts: this.#parts(),
      finish: null,
      usage,
      cost: this.of.estimate.costOf(usage),
      providerModel: null,
      error,
      warnings: [],
      tries,
      startedAt: this.of.startedAt,
      ...(this.#firstTokenAt === undefined ? {} : { firstTokenAt: this.#firstTokenAt }),
      endedAt: at,
    });
  }

  #parts(): AssistantPart[] {
    const reasoning: AssistantPart[] = this.#reasoning === '' ? [] : [{ type: 'reasoning', text: this.#reasoning }];
    return this.#text === '' ? reasoning : [...reasoning, { type: 'text', text: this.#text }];
  }

  #counted(): ModelUsage {
    const reasoning = Math.ceil(this.#reasoning.length / charactersPerToken);
    const output = reasoning + Math.ceil(this.#text.length / charactersPerToken);
    return { ...this.of.estimate.usage, output, reasoning, estimated: true };
  }

  #named() {
    const { ask, node, key: effectKey, payer, keyId } = this.of;
    const { turn, attempt, model, purpose } = ask;
    const { provider, name, keyOf } = model;
    const { accountId, workflowId } = payer;
    return {
      node: node.key,
      blockId: node.block.id,
      turn,
      attempt,
      ...(purpose === undefined ? {} : { purpose }),
      effectKey,
      provider,
      model: model.model,
      name,
      keyOf,
      accountId,
      workflowId,
      ...(keyId === undefined ? {} : { keyId }),
    };
  }
}

const noUsage: ModelUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: true };

/** Nothing arrived, so the provider has most likely charged nothing. */
function hasNothing({ payload }: Answered): boolean {
  return payload.parts.length === 0;
}
