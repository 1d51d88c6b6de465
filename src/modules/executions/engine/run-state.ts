import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockCompleted, BlockFailed } from '../domain/execution.events.js';
import type { RunResponse } from '../domain/execution.state.js';
import { BlockInputs, type Secrets } from './block-inputs.js';
import type { ExecutionFact } from './execution-fact.js';
import type { Plan, PlannedBlock } from './plan.js';
import { normaliseName } from './reference.js';
import { resolve, resolversOf, type ReferenceResolver, type RunValues } from './resolver.js';
import { Scheduler, type ReadyNode } from './scheduler.js';

/** How a run ends. `error` names the block and the cause. */
export type RunOutcome =
  | { readonly kind: 'completed'; readonly output: JsonObject; readonly response?: RunResponse }
  | { readonly kind: 'failed'; readonly error: string; readonly blockId: string; readonly output: JsonObject };

type Completed = ReturnType<typeof BlockCompleted>['payload'];
type Failed = ReturnType<typeof BlockFailed>['payload'];

/**
 * A run as the engine sees it: the fold of its events over a plan. A live run feeds it each event as it happens, a recovered run
 * feeds it the recorded ones first; both continue from the same state.
 */
export class RunState {
  /** What the caller sent. */
  input: Json = {};
  readonly values: RunValues;
  readonly #scheduler: Scheduler;
  readonly #resolvers: readonly ReferenceResolver[];
  /** Set when the run must end whatever still runs. */
  #ending: RunOutcome | null = null;
  #endOutput: JsonObject | null = null;
  #lastOutput: JsonObject = {};

  constructor(readonly plan: Plan) {
    this.values = { outputs: new Map(), variables: new Map(plan.variables) };
    this.#scheduler = new Scheduler(plan.root);
    this.#resolvers = resolversOf(plan, this.values);
  }

  /** Takes one event in, in the order of the stream, and answers which blocks may run because of it. */
  apply(fact: ExecutionFact): readonly ReadyNode[] {
    switch (fact.type) {
      case 'execution.started':
        this.input = fact.payload.input;
        return this.ready();
      case 'execution.block-completed':
        return this.#complete(fact.payload);
      case 'execution.block-failed':
        return this.#fail(fact.payload);
      default:
        // The others say who drives the run and how it ended, not what it does next.
        return [];
    }
  }

  /** Every block that may run and has not ended, also those that a lost process had begun. */
  ready(): readonly ReadyNode[] {
    return this.#scheduler.ready();
  }

  /**
   * How the run ends; null while blocks must still run or end. A failure leaves running blocks to end first, which is up to
   * the caller; a response does not wait for them. Whichever came first stands.
   */
  outcome(): RunOutcome | null {
    if (this.#ending !== null) return this.#ending.kind === 'failed' ? { ...this.#ending, output: this.#endOutput ?? {} } : this.#ending;
    return this.#scheduler.isIdle ? { kind: 'completed', output: this.output() } : null;
  }

  /** What the run has come to so far: by the rule for the output of a run. */
  output(): JsonObject {
    return this.#endOutput ?? this.#lastOutput;
  }

  /** Output of the block whose edge led here. */
  incoming({ from }: Pick<ReadyNode, 'from'>): JsonObject {
    return (from === null ? undefined : this.values.outputs.get(from)) ?? {};
  }

  /** The fields of a block, with the values of this moment. */
  inputsFor({ scope }: Pick<ReadyNode, 'scope'>, secrets: Secrets): BlockInputs {
    return new BlockInputs(scope.region.sources, (reference) => resolve(this.#resolvers, reference, scope), secrets);
  }

  #complete({ node, blockId, output, handle, response, variables }: Completed): readonly ReadyNode[] {
    const isFirstEnd = response !== undefined && !this.#scheduler.isStopped;
    const ready = this.#scheduler.settle(node, { kind: 'completed', handle, ends: response !== undefined });
    this.values.outputs.set(node, output);
    this.#lastOutput = output;
    for (const [name, value] of Object.entries(variables ?? {})) this.values.variables.set(normaliseName(name), value);
    const block = this.plan.blocks.get(blockId);
    if (block !== undefined && isEnd(block)) this.#endOutput = output;
    if (isFirstEnd) this.#ending = { kind: 'completed', output, response };
    return ready;
  }

  #fail({ node, blockId, error, output }: Failed): readonly ReadyNode[] {
    const wasStopped = this.#scheduler.isStopped;
    const ready = this.#scheduler.settle(node, { kind: 'failed' });
    this.values.outputs.set(node, output);
    if (this.#scheduler.isStopped && !wasStopped) {
      const name = this.plan.blocks.get(blockId)?.name ?? blockId;
      this.#ending = { kind: 'failed', error: `${name}: ${error}`, blockId, output: {} };
    }
    return ready;
  }
}

/** The output of a run is that of the last block to complete that leads nowhere; inner blocks only lead back to their container. */
function isEnd({ region, targets }: PlannedBlock): boolean {
  return region.kind === 'root' && targets.length === 0;
}
