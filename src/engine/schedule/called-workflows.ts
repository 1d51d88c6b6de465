import type { ChildEntered } from '../execution.events.js';
import type { Invocation } from './invocation.js';
import type { ReadyNode } from './scheduler.js';
import type { Leaving, Task } from './task.js';

type Entered = ReturnType<typeof ChildEntered>['payload'];

interface CalledWorkflow {
  readonly node: ReadyNode;
  readonly invocation: Invocation;
  readonly entered: Entered;
  isLeaving: boolean;
}

/** The workflows that blocks and tools of a run have called, by the name of the caller, and when each is left. */
export class CalledWorkflows {
  readonly #called = new Map<string, CalledWorkflow>();

  enter(node: ReadyNode, invocation: Invocation, entered: Entered): void {
    this.#called.set(node.key, { node, invocation, entered, isLeaving: false });
  }

  has(key: string): boolean {
    return this.#called.has(key);
  }

  /** The task of leaving a workflow again, after a crash; null while its blocks run. */
  pending(key: string): Task | null {
    const called = this.#called.get(key);
    return called?.isLeaving === true ? taskOf(called) : null;
  }

  /** Forgets a workflow whose caller has ended. @returns whether there was one */
  drop(key: string): boolean {
    this.#called.get(key)?.invocation.held.end();
    return this.#called.delete(key);
  }

  dropBelow(path: string): void {
    for (const key of this.#called.keys()) if (key.startsWith(`${path}/`)) this.drop(key);
  }

  /** Leaves the workflow that a caller of this name has called, once. */
  leave(key: string): readonly Task[] {
    const called = this.#called.get(key);
    if (called === undefined || called.isLeaving) return [];
    called.isLeaving = true;
    return [taskOf(called)];
  }

  /**
   * A called workflow that is ending is left when none of its tasks is being executed; one with a response is left at once. Of several the
   * outermost is left, since the others end with it.
   */
  leaveEnded(invocation: Invocation): readonly Task[] {
    let outermost: string | undefined;
    for (let at: Invocation = invocation; at.caller !== null; at = at.caller.invocation) {
      if (at.ending === null || (at.ending.kind === 'failed' && at.inFlight > 0)) continue;
      if (this.#called.has(at.caller.key)) outermost = at.caller.key;
    }
    return outermost === undefined ? [] : this.leave(outermost);
  }
}

function taskOf({ node, invocation, entered }: CalledWorkflow): Task {
  const { workflowId, workflowName, childExecutionId, startedAt, input } = entered;
  const workflow = { workflowId, workflowName, childExecutionId };
  const common = { startedAt, input };
  const { ending } = invocation;
  const leaving: Leaving =
    ending?.kind === 'failed'
      ? { ...common, kind: 'failure', workflow, error: ending.error, code: ending.code }
      : { ...common, kind: 'answer', workflow, result: ending?.output ?? invocation.output() };
  return { kind: 'leave', node, leaving };
}
