import type { ExecutionEvent } from '#engine/execution.events.js';

/** Something that a run wanted to do to the outside. Times are ISO 8601. */
export interface EffectView {
  /** Goes along as `Idempotency-Key` on every try. */
  readonly effectKey: string;
  /** What kind of call it was. */
  readonly kind: string;
  /** Whom it went to. */
  readonly target: string;
  /** The block that made it. */
  readonly blockId: string;
  /** Absent for a block of another workflow that this one called. */
  readonly blockName?: string;
  /** Tells the passes of a loop and the uses of a workflow apart. */
  readonly node: string;
  /** When it was first about to be done. */
  readonly intendedAt: string;
  /** That of its block. *unknown*: the block has not ended, or the run went on without knowing; the outside may have been touched. */
  readonly outcome: 'succeeded' | 'failed' | 'unknown';
  /** Why the block failed. */
  readonly error?: string;
  /** When its block ended; null while unknown. */
  readonly settledAt: string | null;
}

type Intent = Extract<ExecutionEvent, { readonly type: 'execution.effect-intended' }>['payload'];
type Settled = Pick<EffectView, 'outcome' | 'error' | 'settledAt'>;

/** Names of the blocks of the document that ran, by id. */
type Names = Readonly<Record<string, { readonly name: string }>>;

/** Every effect of a run, once each, in the order in which they were first intended. */
export function effectsOf(events: Iterable<ExecutionEvent>, names: Names): readonly EffectView[] {
  const effects = new Map<string, EffectView>();
  /** Keys of what is not settled yet, by node. */
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
