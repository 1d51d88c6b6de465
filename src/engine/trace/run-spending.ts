import type { ExecutionCompleted, ExecutionFact, ModelAnswered } from '../execution.events.js';
import { workedMs, type ExecutionState } from '../execution.state.js';

type ModelCall = ReturnType<typeof ModelAnswered>['payload'];
type EndFacts = Pick<ReturnType<typeof ExecutionCompleted>['payload'], 'endedAt' | 'durationMs' | 'spent'>;
type RunSpent = NonNullable<EndFacts['spent']>;

/** Tokens and money of the calls of one model within a run. Amounts are whole nano-dollars. */
export interface ModelSpending {
  inputNanoUsd: number;
  outputNanoUsd: number;
  totalNanoUsd: number;
  inputTokens: number;
  outputTokens: number;
  calls: number;
  /** Calls that no price is known for. */
  unpricedCalls: number;
}

/** Whether a call was made by the run itself. Calls that were copied from another run cost nothing and count nowhere. */
export function wasMade({ recorded }: Pick<ModelCall, 'recorded'>): boolean {
  return recorded !== true;
}

/** Whether a call is charged: also one that failed, for the tokens that it has used. An abandoned one is shown and costs nothing. */
export function isCharged(call: Pick<ModelCall, 'recorded' | 'outcome'>): boolean {
  return wasMade(call) && call.outcome !== 'abandoned';
}

/** The charge of a call in whole nano-dollars; 0 when no price is known. */
export function chargedNanoUsd(call: Pick<ModelCall, 'recorded' | 'outcome' | 'cost'>): number {
  return isCharged(call) ? (call.cost?.totalNanoUsd ?? 0) : 0;
}

/** Whether the price of a charged call is not known. A call that has used nothing needs none. */
export function isUnpriced(call: Pick<ModelCall, 'recorded' | 'outcome' | 'cost' | 'usage'>): boolean {
  return isCharged(call) && call.cost === null && call.usage.input + call.usage.output > 0;
}

/** What a run spends, counted from its events in any order. */
export class RunSpending {
  /** By provider and model. */
  readonly #models = new Map<string, { readonly provider: string; readonly model: string; readonly spending: ModelSpending }>();
  #baseNanoUsd = 0;
  #callsNanoUsd = 0;
  #hasAsked = false;

  take({ type, payload }: ExecutionFact): void {
    if (type === 'execution.started') this.#baseNanoUsd = Math.round(payload.baseChargeUsd * 1e9);
    if (type !== 'execution.model-answered') return;
    this.#hasAsked = true;
    if (wasMade(payload)) this.#count(payload);
  }

  /** Whether a model was asked, by the run itself or by the run that it repeats. */
  get hasAsked(): boolean {
    return this.#hasAsked;
  }

  /** Of the calls of models, without the base charge. */
  get callsNanoUsd(): number {
    return this.#callsNanoUsd;
  }

  /** US dollars in all, the base charge included. */
  get costUsd(): number {
    return (this.#baseNanoUsd + this.#callsNanoUsd) / 1e9;
  }

  /** By the name of the model that its provider was sent; by `<provider>/<model>` if the run has called models of one name at several providers. */
  get models(): ReadonlyMap<string, Readonly<ModelSpending>> {
    const all = [...this.#models.values()];
    const isShared = (name: string): boolean => all.filter(({ model }) => model === name).length > 1;
    return new Map(all.map(({ provider, model, spending }) => [isShared(model) ? `${provider}/${model}` : model, spending]));
  }

  /** For the event that ends the run: undefined if the run has called no model. */
  get spent(): RunSpent | undefined {
    return this.#models.size === 0 ? undefined : { costUsd: this.costUsd, models: [...this.models.keys()].toSorted() };
  }

  #count(call: ModelCall): void {
    const model = this.#spendingOn(call);
    model.calls += 1;
    if (!isCharged(call)) return;
    model.inputTokens += call.usage.input;
    model.outputTokens += call.usage.output;
    if (isUnpriced(call)) model.unpricedCalls += 1;
    model.inputNanoUsd += call.cost?.inputNanoUsd ?? 0;
    model.outputNanoUsd += call.cost?.outputNanoUsd ?? 0;
    model.totalNanoUsd += chargedNanoUsd(call);
    this.#callsNanoUsd += chargedNanoUsd(call);
  }

  #spendingOn({ provider, model }: ModelCall): ModelSpending {
    const key = `${provider}\n${model}`;
    const found = this.#models.get(key) ?? { provider, model, spending: nothing() };
    this.#models.set(key, found);
    return found.spending;
  }
}

/** What a run has spent by its events; undefined if it has called no model. */
export function spentBy(events: Iterable<ExecutionFact>): RunSpent | undefined {
  return spendingOf(events).spent;
}

/** What the end of a run tells that nothing drives at that moment. */
export function endFacts(history: Iterable<ExecutionFact>, state: ExecutionState, now: Date): EndFacts {
  const spent = spentBy(history);
  return { endedAt: now.toISOString(), durationMs: workedMs(state, now), ...(spent === undefined ? {} : { spent }) };
}

/** The spending of a run by its events. */
export function spendingOf(events: Iterable<ExecutionFact>): RunSpending {
  const spending = new RunSpending();
  for (const event of events) spending.take(event);
  return spending;
}

function nothing(): ModelSpending {
  return { inputNanoUsd: 0, outputNanoUsd: 0, totalNanoUsd: 0, inputTokens: 0, outputTokens: 0, calls: 0, unpricedCalls: 0 };
}
