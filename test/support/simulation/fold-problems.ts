import type { ExecutionEvent } from '../../../src/engine/execution.events.js';
import { compile } from '../../../src/engine/graph/compile.js';
import type { Plan } from '../../../src/engine/graph/plan.js';
import { RunState } from '../../../src/engine/schedule/run-state.js';
import type { Task } from '../../../src/engine/schedule/task.js';
import { workflowIdOf } from './graph-spec.js';
import type { Random } from './random.js';
import type { SimulatedRun } from './simulation.js';
import { around } from './stream-problems.js';

const prefixes = 6;

/**
 * Checks that a process that takes a run over continues where the former one stopped. The tasks that follow from folding the first
 * events must equal the tasks of a process that has applied every event since the start. Blocks inside a scope that has ended must be
 * forgotten.
 */
export function foldProblems({ documents, events }: SimulatedRun, random: Random): readonly string[] {
  const all = events as unknown as readonly ExecutionEvent[];
  if (all.length === 0) return [];
  const plans = documents.map((document, position) => compile(document, position === 0 ? 'api' : 'workflow'));
  const cuts = new Set(Array.from({ length: prefixes }, () => random.between(1, all.length)));
  const witness = new Witness(plans);
  return all.flatMap((event, index) => {
    witness.see(event);
    return cuts.has(index + 1)
      ? [...witness.compareWith(folded(plans, all.slice(0, index + 1)), index + 1), ...witness.remains(index + 1)]
      : [];
  });
}

function folded(plans: readonly Plan[], events: readonly ExecutionEvent[]): RunState {
  const state = stateOf(plans);
  for (const event of events) state.apply(event);
  return state;
}

function stateOf(plans: readonly Plan[]): RunState {
  const [first] = plans;
  if (first === undefined) throw new Error('There is no workflow');
  return new RunState(first, (workflowId) => plans.find((_, position) => workflowIdOf(position) === workflowId) ?? first);
}

/** Applies every event from the start, and begins each task as soon as it may, as the runner does. */
class Witness {
  readonly #state: RunState;
  readonly #todo = new Map<string, Task>();
  readonly #seen = new Set<string>();
  readonly #settled = new Set<string>();

  constructor(plans: readonly Plan[]) {
    this.#state = stateOf(plans);
  }

  see(event: ExecutionEvent): void {
    if ('node' in event.payload && event.type !== 'execution.effect-intended') {
      const { node } = event.payload;
      this.#seen.add(node);
      this.#todo.delete(node);
      if (event.type === 'execution.block-completed' || event.type === 'execution.block-failed') this.#settled.add(node);
    }
    for (const task of this.#state.apply(event)) {
      if (!this.#state.mayBegin(task)) continue;
      this.#todo.set(task.node.key, task);
      this.#state.begin(task);
    }
  }

  compareWith(other: RunState, cut: number): string[] {
    const own = [...this.#todo.values()].filter((task) => this.#state.mayBegin(task));
    // Work that was begun but not completed is lost with its process: a called workflow that waited for it is left at once.
    const others = other.ready().filter((task) => !(task.kind === 'leave' && this.#isWorkedOnBelow(task)));
    const parts = [
      ['todo', named(own), named(others)],
      ['pauses', this.#state.pauses().map(({ node }) => node.key), other.pauses().map(({ node }) => node.key)],
      ['outcome', this.#state.outcome(), other.outcome()],
      ['outputs', [...this.#state.root.outputs], [...other.root.outputs]],
      ['variables', [...this.#state.root.variables], [...other.root.variables]],
    ] as const;
    return parts.flatMap(([what, here, there]) => {
      const [one, two] = [JSON.stringify(here), JSON.stringify(there)];
      return one === two ? [] : [`After ${cut} events the ${what} of a fold differs: ${one} live, ${two} folded`];
    });
  }

  /** Reports blocks that are still known although the scope that contains them has ended. */
  remains(cut: number): string[] {
    const kept = [...this.#seen].filter((key) => this.#isInsideOfSettled(key) && this.#state.isOpen({ key }));
    return kept.map((key) => `After ${cut} events ${key} is still known, although the scope that contains it has ended`);
  }

  #isInsideOfSettled(key: string): boolean {
    return around(key).some((each) => this.#settled.has(each));
  }

  #isWorkedOnBelow({ node }: Task): boolean {
    return [...this.#todo.keys()].some((key) => key.startsWith(`${node.key}()/`)) && !this.#todo.has(node.key);
  }
}

function named(tasks: readonly Task[]): readonly string[] {
  return tasks.map((task) => `${task.kind} ${task.node.key}`).toSorted();
}
