import { createHash } from 'node:crypto';
import { canonicalJson } from '#kernel/text/canonical-json.js';
import type { Json } from '#kernel/json.js';
import { BlockCompleted, type ExecutionEvent, type ExecutionFact } from '#engine/execution.events.js';
import type { Plan, PlannedBlock } from '#engine/graph/plan.js';
import { startTypes } from '#engine/graph/start-choice.js';
import { incomingOf, resolve } from '#engine/schedule/resolver.js';
import { RunState, type ChildPlans } from '#engine/schedule/run-state.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { Task } from '#engine/schedule/task.js';
import type { Reference } from '#engine/texts/reference.js';
import type { Secrets } from '#engine/values/block-inputs.js';
import type { KnownOutcomes } from '../../blocks/outcomes/known-outcome.js';

type Completed = ReturnType<typeof BlockCompleted>['payload'];

interface Reusable {
  readonly print: string;
  /** As it is stored. */
  readonly payload: Completed;
}

/** A run as it is stored, with what is needed to fold it. */
export interface FoldedRun {
  /** Its events as they are stored, sealed for the run that takes them over. */
  readonly history: readonly ExecutionEvent[];
  /** The same events with their real values. */
  readonly opened: readonly ExecutionEvent[];
  readonly plan: Plan;
  readonly childPlans: ChildPlans;
}

/** The secrets of a run that takes over outcomes. */
export interface KnownSecrets extends Secrets {
  /** Whether the secret has been set since the other run began. */
  isChanged(name: string): boolean;
}

/**
 * The outcomes of a run that another run takes over exactly: those of blocks that are defined as they were, and whose every reference has the
 * value that it had. Blocks that begin runs, containers and calls of workflows run: what is inside of them is compared for itself.
 */
export class ReusableRun implements KnownOutcomes {
  readonly #outcomes = new Map<string, Reusable>();

  constructor(
    { history, opened, plan, childPlans }: FoldedRun,
    private readonly secrets: KnownSecrets,
  ) {
    const state = new RunState(plan, childPlans);
    const prints = new Map<string, string>();
    for (const [index, fact] of opened.entries()) {
      this.#take(history[index], prints);
      for (const { kind, node } of state.apply(fact as ExecutionFact)) {
        const print = kind === 'run' || kind === 'enter' ? this.#print(node) : undefined;
        if (print !== undefined) prints.set(node.key, print);
      }
    }
  }

  outcomeOf({ kind, node }: Task, at: string): ExecutionEvent | undefined {
    if (kind !== 'run' && kind !== 'enter') return undefined;
    const known = this.#outcomes.get(node.key);
    if (known === undefined || known.print !== this.#print(node)) return undefined;
    return BlockCompleted({ ...known.payload, startedAt: at, endedAt: at, recorded: true });
  }

  #take(fact: ExecutionEvent | undefined, prints: ReadonlyMap<string, string>): void {
    if (fact?.type !== 'execution.block-completed' || fact.payload.pinned === true) return;
    const print = prints.get(fact.payload.node);
    if (print !== undefined) this.#outcomes.set(fact.payload.node, { print, payload: fact.payload });
  }

  /** What the outcome of a block follows from; undefined when that is not known. */
  #print(node: ReadyNode): string | undefined {
    const { block, scope } = node;
    if (!isComparable(block)) return undefined;
    const values: [string, Json][] = [];
    for (const text of textsOf(block.params)) {
      for (const part of scope.region.sources.template(text)) {
        if (typeof part === 'string') continue;
        if (part.kind === 'secret') {
          if (this.secrets.get(part.name) === undefined || this.secrets.isChanged(part.name)) return undefined;
          continue;
        }
        // Another block may set a variable at the same time, so its value then is not known.
        if (part.reference.base === 'variable' && setsVariables(scope.invocation.plan)) return undefined;
        values.push([part.raw, seen(part.reference, node) ?? null]);
      }
    }
    const incoming = block.type === 'condition' ? incomingOf(node) : null;
    return createHash('sha256')
      .update(canonicalJson([definitionOf(block), values, incoming]))
      .digest('base64url');
  }
}

function isComparable({ kind, type, pin, triggerMode }: PlannedBlock): boolean {
  if (pin !== undefined || triggerMode === true || startTypes.has(type)) return false;
  return kind === 'work' || kind === 'agent';
}

/** The name of a block changes nothing. */
function definitionOf({ type, params, data, outputs, retry, hasErrorEdge, targets }: PlannedBlock): object {
  return { type, params, data, outputs, retry, hasErrorEdge, handles: [...new Set(targets.map(({ handle }) => handle))].toSorted() };
}

function seen(reference: Reference, { scope }: ReadyNode): Json | undefined {
  try {
    return resolve(reference, scope);
  } catch {
    // The block fails because of it, and failures are not taken over.
    return undefined;
  }
}

function* textsOf(value: Json | PlannedBlock['params']): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsOf(inner as Json);
}

const withVariables = new WeakMap<Plan, boolean>();

function setsVariables(plan: Plan): boolean {
  const known = withVariables.get(plan) ?? [...plan.blocks.values()].some(({ type }) => type === 'variables');
  withVariables.set(plan, known);
  return known;
}
