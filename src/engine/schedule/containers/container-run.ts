import type { Json, JsonObject } from '#kernel/json.js';
import type { ContainerEntered } from '../../execution.events.js';
import type { Region } from '../../graph/plan.js';
import { nodeKey, type Scope } from '../scope.js';
import type { ReadyNode } from '../scheduler.js';
import type { Task } from '../task.js';

type Entered = ReturnType<typeof ContainerEntered>['payload'];

/** What a container does next: open a pass, ask whether to, wait for passes, or end. */
export type ContainerStep =
  | { readonly kind: 'open'; readonly scope: Scope }
  /** `scope` is that of the pass which is made if the condition holds. */
  | { readonly kind: 'decide'; readonly scope: Scope }
  | { readonly kind: 'wait' }
  | { readonly kind: 'leave' };

/** A loop or a parallel that is under way. Which passes it makes follows from how it was entered and how they end. */
export class ContainerRun {
  readonly #results: Json[][] = [];
  #opened = 0;
  #ended = 0;
  #isDeciding: boolean;
  #isOver = false;

  constructor(
    readonly node: ReadyNode,
    private readonly inner: Region,
    readonly entered: Entered,
  ) {
    this.#isDeciding = entered.asksFirst;
  }

  /** To be asked after each change until it says *wait* or *leave*; each *open* counts as done. */
  next(): ContainerStep {
    const isQuiet = this.#opened === this.#ended;
    if (this.#isDeciding) return { kind: 'decide', scope: this.#scope(this.#opened) };
    if (this.#isOver || this.#opened === this.entered.count) return { kind: isQuiet ? 'leave' : 'wait' };
    if (this.#opened - this.#ended >= this.entered.atOnce) return { kind: 'wait' };
    this.#opened += 1;
    return { kind: 'open', scope: this.#scope(this.#opened - 1) };
  }

  decided(goesOn: boolean): void {
    this.#isDeciding = false;
    this.#isOver = !goesOn;
  }

  ended(): void {
    this.#ended += 1;
    // Without a count a condition decides before each further pass.
    this.#isDeciding = this.entered.count === null;
  }

  /** Adds what a direct child put out in a pass. */
  collect(index: number, output: JsonObject): void {
    (this.#results[index] ??= []).push(output);
  }

  /** A list for each pass: of a loop without those in which nothing ended, of a parallel by the index of the branch. */
  results(): readonly (readonly Json[])[] {
    const all = Array.from({ length: this.#opened }, (_, index) => this.#results[index] ?? []);
    return this.inner.kind === 'loop' ? all.filter((pass) => pass.length > 0) : all;
  }

  /** The task of a step that needs one. */
  task(step: Extract<ContainerStep, { kind: 'decide' | 'leave' }>): Task {
    const { node, entered } = this;
    if (step.kind === 'decide') return { kind: 'decide', node, scope: step.scope };
    const { startedAt, input } = entered;
    return { kind: 'leave', node, leaving: { kind: 'results', startedAt, input, output: { results: this.results() } } };
  }

  #scope(index: number): Scope {
    const { key, block, scope } = this.node;
    const slot = nodeKey(scope.slot, block.id);
    return {
      path: `${key}[${index}]`,
      slot: this.inner.kind === 'loop' ? slot : branchSlot(slot, index),
      region: this.inner,
      parent: scope,
      invocation: scope.invocation,
      pass: { container: key, name: block.referenceName, index, total: this.entered.count, items: this.entered.items },
    };
  }
}

/** Where outputs of a branch are kept. */
export function branchSlot(containerSlot: string, index: number): string {
  return `${containerSlot}[${index}]`;
}
