import type { Json, JsonObject } from '#kernel/json.js';
import type { Plan } from './plan.js';
import { nodeKey, type Scope } from './scope.js';
import type { ReadyNode } from './scheduler.js';

/** One workflow within a run: the one that was started, or one that a block of it runs. Each has its own data. */
export class Frame {
  /** The latest output of each block, by slot (see `Scope`). */
  readonly outputs = new Map<string, JsonObject>();
  /** By normalised name. */
  readonly variables: Map<string, Json>;
  readonly depth: number;
  /** Names the version of the workflow: what is known of its code holds for every run of it. */
  program = '';
  /** Why nothing new may start here any more. */
  ending: FrameEnding | null = null;
  /** Tasks of this frame and of those below it that somebody works on right now. */
  inFlight = 0;
  #endOutput: JsonObject | null = null;
  #lastOutput: JsonObject = {};

  constructor(
    readonly plan: Plan,
    /** What the workflow was started with. */
    public input: Json,
    /** The block that runs it; null for the workflow that was started. */
    readonly caller: ReadyNode | null,
  ) {
    this.variables = new Map(plan.variables);
    this.depth = caller === null ? 0 : caller.scope.frame.depth + 1;
  }

  /** The scope that its graph runs in. */
  rootScope(): Scope {
    const path = this.caller === null ? '' : `${this.caller.key}()`;
    return { path, slot: '', region: this.plan.root, parent: null, frame: this, pass: null };
  }

  /** By the rule for the output of a workflow: that of the last block to end that leads nowhere, else of the last block that ended well. */
  output(): JsonObject {
    return this.#endOutput ?? this.#lastOutput;
  }

  endOutput(): JsonObject {
    return this.#endOutput ?? {};
  }

  /** Takes note of what a block put out. */
  keep({ block, scope }: ReadyNode, output: JsonObject, isSuccess: boolean): void {
    this.outputs.set(nodeKey(scope.slot, block.id), output);
    if (!isSuccess) return;
    this.#lastOutput = output;
    if (scope.region.kind === 'root' && block.targets.length === 0) this.#endOutput = output;
  }

  /** Output of the block whose edge led to this one. */
  incoming({ scope, from }: ReadyNode): JsonObject {
    return (from === null ? undefined : this.outputs.get(nodeKey(scope.slot, from))) ?? {};
  }
}

/** `error` names the block and the cause. */
export type FrameEnding =
  | { readonly kind: 'answered'; readonly output: JsonObject; readonly response: { status: number; headers: Record<string, string> } }
  | { readonly kind: 'failed'; readonly error: string; readonly blockId: string };

/** The frame and those that it was called from, the innermost first. */
export function* callChain(frame: Frame): Generator<Frame> {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.caller?.scope.frame) yield at;
}
