import type { ExecutionEvent } from '../execution.events.js';
import type { RunState } from '../schedule/run-state.js';
import type { Task } from '../schedule/task.js';
import type { BlockMatches } from './block-matches.js';

/** What a replay takes over of a run of another version. */
export interface Fitting {
  readonly facts: readonly ExecutionEvent[];
  /** Names of the blocks that had an outcome which is not taken over, in the order of the run, each once. */
  readonly dropped: readonly string[];
}

/** The tasks that end with a fact of each type. Facts of other types are not copied. */
const endedBy: Readonly<Record<string, readonly Task['kind'][]>> = {
  'execution.block-completed': ['run', 'leave'],
  'execution.block-failed': ['run', 'enter', 'leave'],
  'execution.container-entered': ['enter'],
  'execution.child-entered': ['enter', 'act'],
  'execution.agent-entered': ['enter'],
  'execution.model-answered': ['ask'],
  'execution.tool-answered': ['act', 'leave'],
  'execution.pass-decided': ['decide'],
};

/**
 * The facts that could have happened in a run of another version, translated into its names. A fact is dropped if that version does not have
 * its block, or if the block is not due there: blocks before it were added or moved, or their outcomes were dropped. `state` is that of a
 * run of the other version that has just started; it is folded.
 */
export function fittingFacts(facts: readonly ExecutionEvent[], matches: BlockMatches, state: RunState): Fitting {
  const fitting: ExecutionEvent[] = [];
  const dropped = new Set<string>();
  for (const fact of facts) {
    const translated = matches.translate(fact);
    if (translated !== undefined && isDue(translated, state)) {
      state.apply(translated);
      fitting.push(translated);
    } else if ('node' in fact.payload) dropped.add(matches.nameOf(fact.payload.node));
  }
  return { facts: fitting, dropped: [...dropped] };
}

function isDue({ type, payload }: ExecutionEvent, state: RunState): boolean {
  const kinds = endedBy[type] ?? [];
  return 'node' in payload && state.ready().some(({ kind, node }) => node.key === payload.node && kinds.includes(kind));
}
