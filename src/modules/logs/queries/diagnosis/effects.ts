import type { ExecutionEvent } from '#engine/execution.events.js';

/** An effect of a run on an external system. Times are ISO 8601. */
export interface EffectView {
  /** Sent as `Idempotency-Key` with every attempt. */
  readonly effectKey: string;
  /** The kind of call. */
  readonly kind: string;
  /** The target of the call. */
  readonly target: string;
  /** The block that made the call. */
  readonly blockId: string;
  /** Absent for a block of a called workflow. */
  readonly blockName?: string;
  /** The node, which is unique for each loop iteration and each call of a workflow. */
  readonly node: string;
  /** The time of the first intent. */
  readonly intendedAt: string;
  /** The outcome of its block. *unknown*: the block has not ended, or the run continued without the outcome; the external system may have received the call. */
  readonly outcome: 'succeeded' | 'failed' | 'unknown';
  /** The error of the block. */
  readonly error?: string;
  /** The end of its block; null while unknown. */
  readonly settledAt: string | null;
}

type Intent = Extract<ExecutionEvent, { readonly type: 'execution.effect-intended' }>['payload'];
type Settled = Pick<EffectView, 'outcome' | 'error' | 'settledAt'>;

/** Names of the blocks in the document of the run, by id. */
type Names = Readonly<Record<string, { readonly name: string }>>;

/** Every effect of a run once, in the order of their first intents. */
export function effectsOf(events: Iterable<ExecutionEvent>, names: Names): readonly EffectView[] {
  const effects = new Map<string, EffectView>();
  /** Keys of effects without an outcome, by node. */
  const open = new Map<string, Set<string>>();
  const settle = (node: string, settled: Settled): void => {
    for (const key of open.get(node) ?? []) effects.set(key, { ...(effects.get(key) as EffectView), ...settled });
    open.delete(node);
  };
  for (const { type, payload } of events) {
    if (type === 'execution.effect-intended') {
      const { effectKey, node, at } = payload;
      effects.set(effectKey, { ...unsettled(payload, names), intendedAt: effects.get(effectKey)?.intendedAt ?? at });
      open.set(node, (open.get(node) ?? new Set()).add(effectKey));
    } else if (type === 'execution.block-completed') settle(payload.node, { outcome: 'succeeded', settledAt: payload.endedAt });
    else if (type === 'execution.block-failed')
      settle(payload.node, { outcome: 'failed', error: payload.error, settledAt: payload.endedAt });
  }
  return [...effects.values()];
}

function unsettled({ effectKey, kind, target, blockId, node, at }: Intent, names: Names): EffectView {
  const label = Object.hasOwn(names, blockId) ? { blockName: names[blockId]?.name ?? blockId } : {};
  return { effectKey, kind, target, blockId, ...label, node, intendedAt: at, outcome: 'unknown', settledAt: null };
}
