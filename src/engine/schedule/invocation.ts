import type { Json, JsonObject } from '#kernel/json.js';
import type { BudgetCode } from '../execution.events.js';
import type { Plan } from '../graph/plan.js';
import { HeldMemory } from '../values/held-memory.js';

/** Why nothing new may start in a workflow any more. `error` names the block and the cause. */
export type InvocationEnding =
  | { readonly kind: 'answered'; readonly output: JsonObject; readonly response: { status: number; headers: Record<string, string> } }
  | { readonly kind: 'failed'; readonly error: string; readonly blockId: string; readonly code?: BudgetCode };

/** One workflow within a run: the one that was started, or one that a block of it runs. Each has its own data. */
export class Invocation {
  /** The latest output of each block, by slot (see `Scope`). */
  readonly outputs = new Map<string, JsonObject>();
  /** By normalised name. */
  readonly variables: Map<string, Json>;
  readonly depth: number;
  readonly held: HeldMemory;
  /** What is known of the code of a version holds for every run of it. */
  version: { readonly workflowId: string; readonly version: number } = { workflowId: '', version: 0 };
  ending: InvocationEnding | null = null;
  /** Number of tasks of this workflow and those below it that are being executed. */
  inFlight = 0;
  #endOutput: JsonObject | null = null;
  #lastOutput: JsonObject = {};

  constructor(
    readonly plan: Plan,
    /** What the workflow was started with. */
    public input: Json,
    /** The invocation of the block that runs it, and the key of that block; null for the workflow that was started. */
    readonly caller: { readonly invocation: Invocation; readonly key: string } | null = null,
  ) {
    this.variables = new Map(plan.variables);
    this.depth = caller === null ? 0 : caller.invocation.depth + 1;
    this.held = new HeldMemory(caller?.invocation.held);
    // The input of a run is limited by the size of a request, and large ones take long to measure.
    if (caller !== null) this.held.keep('input', input);
  }

  /** The workflow that this one was called from. */
  get parent(): Invocation | null {
    return this.caller === null ? null : this.caller.invocation;
  }

  /** Names the version of the workflow. */
  get program(): string {
    return `${this.version.workflowId}@${this.version.version}`;
  }

  /** By the rule for the output of a workflow: that of the last block to end that leads nowhere, else of the last block that ended well. */
  output(): JsonObject {
    return this.#endOutput ?? this.#lastOutput;
  }

  endOutput(): JsonObject {
    return this.#endOutput ?? {};
  }

  /** Takes note of what a block put out that ended well. `isEnd`: it leads nowhere. */
  came(output: JsonObject, isEnd: boolean): void {
    this.#lastOutput = output;
    if (isEnd) this.#endOutput = output;
  }
}
