import { chargedNanoUsd, isUnpriced } from '#engine/trace/run-spending.js';
import type { AgentCall, ExecutionEvent } from '#engine/execution.events.js';

/** An effect of a run on an external system. Times are ISO 8601. */
export interface EffectView {
  /** Sent as `Idempotency-Key` with every attempt. */
  readonly effectKey: string;
  /** The kind of call: `http`, `email` …, `model` for a call of a language model, `tool` for a tool call of an agent. */
  readonly kind: string;
  /** The target of the call: for a model its provider and its name, for a tool its name. */
  readonly target: string;
  /** Present for the calls of an agent: the n-th turn from 0, and the n-th try of the model or the n-th tool of that turn. */
  readonly call?: AgentCall;
  /** The block that made the call. */
  readonly blockId: string;
  /** Absent for a block of a called workflow. */
  readonly blockName?: string;
  /** The node, which is unique for each loop iteration and each call of a workflow. */
  readonly node: string;
  /** The time of the first intent. */
  readonly intendedAt: string;
  /**
   * The outcome of its block; for a model or a tool that of the call. *unknown*: there is none, or the run continued without it; the external system may
   * have received the call. *abandoned*: the process was lost during the call of a model, which was made again with the same key.
   */
  readonly outcome: 'succeeded' | 'failed' | 'answered' | 'abandoned' | 'unknown';
  /** The error of the block or of the call. */
  readonly error?: string;
  /** Present for a call of a model that has ended: its charge in US dollars; null when no price is known. */
  readonly cost?: number | null;
  /** The end of its block or of its call; null while unknown. */
  readonly settledAt: string | null;
}

type Payload<Type extends string> = Extract<ExecutionEvent, { readonly type: Type }>['payload'];
type Intent = Payload<'execution.effect-intended'>;
type Settled = Pick<EffectView, 'outcome' | 'error' | 'settledAt' | 'cost'>;

/** Names of the blocks in the document of the run, by id. */
type Names = Readonly<Record<string, { readonly name: string }>>;

/** Every effect of a run once, in the order of their first intents. A call of a model that was abandoned and the one after it are two. */
export function effectsOf(events: Iterable<ExecutionEvent>, names: Names): readonly EffectView[] {
  const effects = new Effects(names);
  for (const { type, payload } of events) {
    switch (type) {
      case 'execution.effect-intended':
        effects.intend(payload);
        break;
      case 'execution.model-answered':
        effects.settleModel(payload);
        break;
      case 'execution.tool-answered':
        effects.settleTool(payload);
        break;
      case 'execution.block-completed':
        effects.settle(payload.node, { outcome: 'succeeded', settledAt: payload.endedAt });
        break;
      case 'execution.block-failed':
        effects.settle(payload.node, { outcome: 'failed', error: payload.error, settledAt: payload.endedAt });
        break;
      default:
        break;
    }
  }
  return effects.all;
}

class Effects {
  readonly #effects = new Map<string, EffectView>();
  /** Names of effects without an outcome, by node. Those of models are settled by their answer alone. */
  readonly #open = new Map<string, Set<string>>();

  constructor(private readonly names: Names) {}

  get all(): readonly EffectView[] {
    return [...this.#effects.values()];
  }

  intend(intent: Intent): void {
    const { node, at } = intent;
    const name = nameOf(intent);
    this.#effects.set(name, { ...unsettled(intent, this.names), intendedAt: this.#effects.get(name)?.intendedAt ?? at });
    if (!isModel(intent)) this.#open.set(node, (this.#open.get(node) ?? new Set()).add(name));
  }

  settle(node: string, settled: Settled): void {
    for (const name of this.#open.get(node) ?? []) this.#settle(name, settled);
    this.#open.delete(node);
  }

  settleModel(call: Payload<'execution.model-answered'>): void {
    const { outcome, error, endedAt: settledAt } = call;
    const charge = isUnpriced(call) ? null : chargedNanoUsd(call) / 1e9;
    const problem = error === undefined ? {} : { error: error.message };
    this.#settle(modelName(call.node, call), { outcome, ...problem, cost: charge, settledAt });
  }

  /** A tool call, and the effects of the block that it ran. */
  settleTool({ node, outcome, result, endedAt: settledAt }: Payload<'execution.tool-answered'>): void {
    const problem = outcome === 'answered' || typeof result.value !== 'string' ? {} : { error: result.value };
    for (const name of this.#open.get(node) ?? []) {
      const isCall = this.#effects.get(name)?.kind === 'tool';
      this.#settle(
        name,
        outcome === 'unknown' ? { outcome, settledAt } : { outcome: ended(outcome === 'answered', isCall), ...problem, settledAt },
      );
    }
    this.#open.delete(node);
  }

  #settle(name: string, settled: Settled): void {
    const effect = this.#effects.get(name);
    if (effect !== undefined) this.#effects.set(name, { ...effect, ...settled });
  }
}

function ended(isGood: boolean, isCall: boolean): EffectView['outcome'] {
  if (!isGood) return 'failed';
  return isCall ? 'answered' : 'succeeded';
}

function isModel({ call }: Intent): boolean {
  return call !== undefined && 'attempt' in call;
}

/** Calls of a model that is asked again after a crash have one key and several tries. */
function nameOf({ effectKey, node, call }: Intent): string {
  return call !== undefined && 'attempt' in call ? modelName(node, call) : effectKey;
}

function modelName(node: string, { turn, attempt }: { readonly turn: number; readonly attempt: number }): string {
  return `${node}#${turn}!${attempt}`;
}

function unsettled({ effectKey, kind, target, call, blockId, node, at }: Intent, names: Names): EffectView {
  const label = Object.hasOwn(names, blockId) ? { blockName: names[blockId]?.name ?? blockId } : {};
  const which = call === undefined ? {} : { call };
  return { effectKey, kind, target, ...which, blockId, ...label, node, intendedAt: at, outcome: 'unknown', settledAt: null };
}
