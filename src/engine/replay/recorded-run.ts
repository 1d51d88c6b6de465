import { BlockCompleted, BlockFailed, type ExecutionEvent, type ExecutionFact } from '../execution.events.js';
import type { ReadyNode } from '../schedule/scheduler.js';

type Outcome = Extract<ExecutionFact, { type: 'execution.block-completed' | 'execution.block-failed' }>;
type Entered = Extract<ExecutionFact, { type: 'execution.child-entered' }>['payload'];

/** The version of a workflow that a block ran. */
export type RecordedCallee = Pick<Entered, 'workflowId' | 'workflowName' | 'deploymentVersion'>;

/**
 * The record of an ended run, for a replay that must repeat no effect and no wait, and must not look up which version of a workflow is
 * deployed. Nodes are identified by their names within the run.
 */
export class RecordedRun {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #callees = new Map<string, RecordedCallee>();
  /** Nodes that had an effect or a pause. For outcomes that were copied from a record this is unknown, so they count as well. */
  readonly #bound = new Set<string>();

  constructor(history: Iterable<ExecutionFact>) {
    for (const fact of history) this.#take(fact);
  }

  #take(fact: ExecutionFact): void {
    switch (fact.type) {
      case 'execution.block-completed':
      case 'execution.block-failed':
        this.#outcomes.set(fact.payload.node, fact);
        if (fact.payload.recorded === true) this.#bound.add(fact.payload.node);
        break;
      case 'execution.child-entered':
        this.#callees.set(fact.payload.node, fact.payload);
        break;
      case 'execution.effect-intended':
      case 'execution.block-paused':
        this.#bound.add(fact.payload.node);
        break;
      default:
        // The others follow from these.
        break;
    }
  }

  /** How a block ends `at` this moment (ISO 8601) without being run; undefined when it is to run. */
  ending(node: ReadyNode, at: string): ExecutionEvent | undefined {
    if (!this.#isBound(node)) return undefined;
    const outcome = this.#outcomes.get(node.key);
    const times = { startedAt: at, endedAt: at };
    if (outcome?.type === 'execution.block-completed') return BlockCompleted({ ...outcome.payload, ...times, recorded: true });
    if (outcome !== undefined) return BlockFailed({ ...outcome.payload, ...times, recorded: true });
    const error = 'The recorded run ended before this block did, so there is nothing to tell of it';
    const { key, block } = node;
    const failed = { node: key, blockId: block.id, input: null, error, handled: block.hasErrorEdge, output: { error } };
    return BlockFailed({ ...failed, ...times });
  }

  /** The workflow that a block ran; undefined when it ran none. */
  callee({ key }: ReadyNode): RecordedCallee | undefined {
    return this.#callees.get(key);
  }

  #isBound({ key, block }: ReadyNode): boolean {
    // The blocks inside of containers and called workflows have their own records. A call that failed to enter its workflow is replayed.
    if (block.kind === 'work') return this.#bound.has(key);
    return block.kind === 'call' && !this.#callees.has(key) && this.#outcomes.has(key);
  }
}
