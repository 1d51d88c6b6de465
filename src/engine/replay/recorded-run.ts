import {
  AgentEntered,
  BlockCompleted,
  BlockFailed,
  ModelAnswered,
  ToolAnswered,
  type ExecutionEvent,
  type ExecutionFact,
} from '../execution.events.js';
import type { DueAsk } from '../schedule/agents/agent-run.js';
import type { ReadyNode } from '../schedule/scheduler.js';
import type { Task } from '../schedule/task.js';

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
  readonly #agents = new Map<string, ReturnType<typeof AgentEntered>['payload']>();
  readonly #answers = new Map<string, ReturnType<typeof ModelAnswered>['payload']>();
  readonly #told = new Map<string, ReturnType<typeof ToolAnswered>['payload']>();
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
      case 'execution.agent-entered':
        this.#agents.set(fact.payload.node, fact.payload);
        break;
      case 'execution.model-answered':
        this.#answers.set(askKey(fact.payload.node, fact.payload), fact.payload);
        break;
      case 'execution.tool-answered':
        this.#told.set(fact.payload.node, fact.payload);
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

  /** The event of a task `at` this moment (ISO 8601) without doing it; undefined when it is to be done. */
  eventOf(task: Task, at: string): ExecutionEvent | undefined {
    const { node } = task;
    if (task.kind === 'ask') return this.#answer(node, task.ask, at);
    if (task.kind === 'act') return this.#result(node, at);
    if (task.kind === 'conclude') return this.#outcome(node, at);
    if (task.kind !== 'run' && task.kind !== 'enter') return undefined;
    const agent = this.#agents.get(node.key);
    return agent === undefined ? this.ending(node, at) : AgentEntered({ ...agent, startedAt: at });
  }

  #answer(node: ReadyNode, ask: DueAsk, at: string): ExecutionEvent {
    const answer = this.#answers.get(askKey(node.key, ask));
    if (answer === undefined) return this.#untold(node, at);
    const { firstTokenAt: _, ...facts } = answer;
    return ModelAnswered({ ...facts, startedAt: at, endedAt: at, recorded: true });
  }

  #result(node: ReadyNode, at: string): ExecutionEvent | undefined {
    const told = this.#told.get(node.key);
    return told === undefined ? undefined : ToolAnswered({ ...told, startedAt: at, endedAt: at, recorded: true });
  }

  /** How a block ends `at` this moment (ISO 8601) without being run; undefined when it is to run. */
  ending(node: ReadyNode, at: string): ExecutionEvent | undefined {
    if (!this.#isBound(node)) return undefined;
    return this.#outcome(node, at) ?? this.#untold(node, at);
  }

  #outcome({ key }: ReadyNode, at: string): ExecutionEvent | undefined {
    const outcome = this.#outcomes.get(key);
    const times = { startedAt: at, endedAt: at };
    if (outcome?.type === 'execution.block-completed') return BlockCompleted({ ...outcome.payload, ...times, recorded: true });
    return outcome === undefined ? undefined : BlockFailed({ ...outcome.payload, ...times, recorded: true });
  }

  #untold({ key, block }: ReadyNode, at: string): ExecutionEvent {
    const error = 'The recorded run ended before this block did, so there is nothing to tell of it';
    const failed = { node: key, blockId: block.id, input: null, error, handled: block.hasErrorEdge, output: { error } };
    return BlockFailed({ ...failed, startedAt: at, endedAt: at });
  }

  /** The workflow that a block ran; undefined when it ran none. */
  callee({ key }: ReadyNode): RecordedCallee | undefined {
    return this.#callees.get(key);
  }

  #isBound({ key, block }: ReadyNode): boolean {
    // The blocks inside of containers and called workflows have their own records. A call that failed to enter its workflow is replayed.
    if (block.kind === 'work') return this.#bound.has(key);
    if (block.kind === 'agent') return this.#outcomes.has(key);
    return block.kind === 'call' && !this.#callees.has(key) && this.#outcomes.has(key);
  }
}

function askKey(node: string, { turn, attempt }: Pick<DueAsk, 'turn' | 'attempt'>): string {
  return `${node}|${turn}|${attempt}`;
}
