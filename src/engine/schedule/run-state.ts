import type { JsonObject } from '#kernel/json.js';
import type {
  AgentEntered,
  BlockCompleted,
  BlockFailed,
  BlockPaused,
  ChildEntered,
  ContainerEntered,
  EffectIntended,
  ExecutionFact,
  ModelAnswered,
  PassDecided,
  PauseEnded,
  ToolAnswered,
} from '../execution.events.js';
import type { RunResponse } from '../execution.state.js';
import { BegunNodes } from './begun-nodes.js';
import { CalledWorkflows } from './called-workflows.js';
import { RunContainers } from './containers/run-containers.js';
import { Invocation, type InvocationEnding } from './invocation.js';
import type { Plan } from '../graph/plan.js';
import { normaliseName } from '../texts/reference.js';
import { PausedNodes, type PausedNode } from './pauses/paused-nodes.js';
import { RunAgents } from './agents/run-agents.js';
import { Scheduler, type ReadyNode, type Settlement } from './scheduler.js';
import { nodeKey, rootScope, type Scope } from './scope.js';
import { firstTask, type Task } from './task.js';

/** How a run ends. `error` names the block and the cause. */
export type RunOutcome =
  | { readonly kind: 'completed'; readonly output: JsonObject; readonly response?: RunResponse }
  | (Extract<InvocationEnding, { kind: 'failed' }> & { readonly output: JsonObject });

/** The plan of a workflow that a block entered. It has been loaded before the event is applied. */
export type ChildPlans = (workflowId: string, version: number) => Plan;

type Completed = ReturnType<typeof BlockCompleted>['payload'];
type Failed = ReturnType<typeof BlockFailed>['payload'];
type Paused = ReturnType<typeof BlockPaused>['payload'];
type Ended = ReturnType<typeof PauseEnded>['payload'];
type Child = ReturnType<typeof ChildEntered>['payload'];

/**
 * The decider of the stream of a run: `apply` folds one event, `ready`, `mayBegin`, `pauses` and `outcome` decide what happens next.
 * A new run applies each event as it happens, a recovered run applies the recorded ones first; both continue from the same state.
 */
export class RunState {
  readonly root: Invocation;
  readonly #scheduler = new Scheduler();
  readonly #called = new CalledWorkflows();
  readonly #containers = new RunContainers(this.#scheduler, this.#called);
  readonly #agents = new RunAgents();
  readonly #paused = new PausedNodes();
  readonly #begun = new BegunNodes();
  #isRootDrained = false;

  constructor(
    readonly plan: Plan,
    private readonly childPlans: ChildPlans = noChildren,
  ) {
    this.root = new Invocation(plan, {});
    this.#scheduler.open(rootScope(this.root));
  }

  /** Folds one event, in the order of the stream. @returns the tasks that follow from it */
  apply(fact: ExecutionFact): readonly Task[] {
    switch (fact.type) {
      case 'execution.started':
        this.root.input = fact.payload.input;
        this.root.version = versionOf(fact.payload);
        return this.ready();
      case 'execution.block-completed':
        return this.#complete(fact.payload);
      case 'execution.block-failed':
        return this.#fail(fact.payload);
      case 'execution.block-paused':
        return this.#pause(fact.payload);
      case 'execution.pause-reminded':
        return this.#remind(fact.payload.node);
      case 'execution.pause-ended':
        return this.#endPause(fact.payload);
      case 'execution.container-entered':
        return this.#enter(fact.payload);
      case 'execution.pass-decided':
        return this.#decide(fact.payload);
      case 'execution.child-entered':
        return this.#call(fact.payload);
      case 'execution.agent-entered':
        return this.#enterAgent(fact.payload);
      case 'execution.effect-intended':
        return this.#intend(fact.payload);
      case 'execution.model-answered':
        return this.#answer(fact.payload);
      case 'execution.tool-answered':
        return this.#tell(fact.payload);
      default:
        // Other events change no task: they say who drives the run and how it ended.
        return [];
    }
  }

  /** About how many bytes of data the run holds. */
  get heldBytes(): number {
    return this.root.held.total;
  }

  /** All tasks that may start, including those that a lost process had started. Pauses are not tasks. */
  ready(): readonly Task[] {
    const tasks: Task[] = [];
    for (const node of this.#scheduler.outstanding()) {
      for (const task of this.#pendingTasks(node)) if (this.mayBegin(task)) tasks.push(task);
    }
    return tasks;
  }

  /** The paused blocks, in the order in which they paused. */
  pauses(): readonly PausedNode[] {
    return this.#paused.waiting();
  }

  /** Whether a task may start: none may in a workflow that is ending. */
  mayBegin({ kind, node }: Pick<Task, 'kind' | 'node'>): boolean {
    // A workflow that ended is left from the invocation of its caller.
    for (let invocation: Invocation | null = node.scope.invocation; invocation !== null; invocation = invocation.parent)
      if (invocation.ending !== null) return false;
    return kind === 'run' || this.isOpen(node);
  }

  /** Whether the outcome of the block still counts: not if its workflow has ended without it. */
  isOpen({ key }: Pick<ReadyNode, 'key'>): boolean {
    return (this.#scheduler.find(key) ?? this.#agents.find(key)) !== undefined;
  }

  /** Marks a task as being executed. The mark is lost with the process, so it is no event. */
  begin({ node }: Task): void {
    this.#begun.begin(node);
  }

  /**
   * How the run ends; null while blocks must still run. After a failure the caller waits for the running blocks; a response does not wait
   * for them. Of a failure and a response the first one counts.
   */
  outcome(): RunOutcome | null {
    const { ending } = this.root;
    if (ending?.kind === 'answered') return { kind: 'completed', output: ending.output, response: ending.response };
    if (ending?.kind === 'failed') return { ...ending, output: this.root.endOutput() };
    return this.#isRootDrained ? { kind: 'completed', output: this.root.output() } : null;
  }

  #pendingTasks(node: ReadyNode): readonly Task[] {
    const isUnderWay = (call: string): boolean => this.#paused.has(call) || this.#called.has(call);
    const own = this.#agents.pending(node.key, isUnderWay);
    if (own === undefined) {
      const task = this.#pendingTask(node);
      return task === null ? none : [task];
    }
    const calls = this.#agents.openCalls(node.key).filter(isUnderWay);
    return [...own, ...calls.map((call) => this.#pendingTask(this.#find(call))).filter((task) => task !== null)];
  }

  #pendingTask(node: ReadyNode): Task | null {
    if (this.#paused.has(node.key)) return this.#paused.pending(node.key);
    if (this.#containers.has(node.key)) return this.#containers.pending(node.key);
    if (this.#called.has(node.key)) return this.#called.pending(node.key);
    return firstTask(node);
  }

  #complete({ node: key, output, handle, response, variables }: Completed): readonly Task[] {
    const { invocation } = this.#land(key).scope;
    for (const [name, value] of Object.entries(variables ?? {})) {
      invocation.variables.set(normaliseName(name), value);
      invocation.held.keep(`variable ${normaliseName(name)}`, value);
    }
    const isEnding = response !== undefined && invocation.ending === null;
    if (isEnding) invocation.ending = { kind: 'answered', output, response };
    return this.#settle(key, { kind: 'completed', handle }, output);
  }

  #fail({ node: key, blockId, error, output, code }: Failed): readonly Task[] {
    const { block, scope } = this.#land(key);
    const { invocation } = scope;
    const budget = code === undefined ? {} : { code };
    if (!block.hasErrorEdge) invocation.ending ??= { kind: 'failed', error: `${block.name}: ${error}`, blockId, ...budget };
    return this.#settle(key, { kind: 'failed' }, output);
  }

  #settle(key: string, settlement: Settlement, output: JsonObject): readonly Task[] {
    this.#forgetPart(key);
    const mayRelease = this.#find(key).scope.invocation.ending === null;
    const { node, released, isDrained } = this.#scheduler.settle(key, settlement, mayRelease);
    const { invocation, pass } = node.scope;
    invocation.outputs.set(slotOf(node), output);
    invocation.held.keep(`output ${slotOf(node)}`, output);
    if (settlement.kind === 'completed') invocation.came(output, isEnd(node));
    if (pass !== null) {
      this.#containers.collect(pass, output);
      invocation.held.add(partOf(pass.container), output);
    }
    const leaving = this.#called.leaveEnded(invocation);
    if (invocation.ending !== null) return leaving;
    const next = isDrained ? this.#drained(node.scope) : released.map(firstTask);
    return leaving.length === 0 ? next : [...leaving, ...next];
  }

  /** Forgets the container, called workflow or pause of a block that has ended. */
  #forgetPart(key: string): void {
    for (const call of this.#agents.openCalls(key)) {
      this.#land(call);
      this.#forgetPart(call);
    }
    this.#agents.drop(key);
    this.#paused.drop(key);
    this.#containers.drop(key);
    this.#find(key).scope.invocation.held.drop(partOf(key));
    if (this.#called.drop(key)) this.#closeBelow(`${key}()`);
  }

  #closeBelow(path: string): void {
    // The outcomes of the tasks that are still executed there do not count any more, so the surrounding workflows do not wait for them.
    for (const key of this.#begun.below(path)) this.#land(key);
    for (const key of this.#agents.below(path)) this.#agents.drop(key);
    this.#scheduler.close(path);
    this.#called.dropBelow(path);
    this.#paused.dropBelow(path);
    this.#containers.dropBelow(path);
  }

  #pause(payload: Paused): readonly Task[] {
    const node = this.#land(payload.node);
    this.#paused.pause(node, payload);
    node.scope.invocation.held.keep(partOf(node.key), payload.output);
    const call = this.#agents.find(node.key);
    return this.#unlessEnding(node, call === undefined ? none : this.#agents.wait(call));
  }

  #remind(key: string): readonly Task[] {
    const node = this.#land(key);
    this.#paused.remind(key);
    return this.#called.leaveEnded(node.scope.invocation);
  }

  #endPause(ended: Ended): readonly Task[] {
    const task = this.#paused.end(ended);
    const call = this.#agents.find(ended.node);
    if (call !== undefined) this.#agents.resume(call);
    return [task];
  }

  #enter(payload: ReturnType<typeof ContainerEntered>['payload']): readonly Task[] {
    const node = this.#land(payload.node);
    node.scope.invocation.held.keep(partOf(node.key), payload.items);
    return this.#containers.enter(node, payload);
  }

  #enterAgent(payload: ReturnType<typeof AgentEntered>['payload']): readonly Task[] {
    const node = this.#land(payload.node);
    node.scope.invocation.held.keep(partOf(node.key), payload.request.messages);
    return this.#unlessEnding(node, this.#agents.enter(node, payload));
  }

  /** The intents of other effects change no task: a block that ends without its end in the record begins again. */
  #intend({ node, call }: ReturnType<typeof EffectIntended>['payload']): readonly Task[] {
    if (call !== undefined) this.#agents.intend(node, call);
    return none;
  }

  #answer(answered: ReturnType<typeof ModelAnswered>['payload']): readonly Task[] {
    const node = this.#land(answered.node);
    node.scope.invocation.held.add(partOf(node.key), answered.parts);
    return this.#unlessEnding(node, this.#agents.answer(answered));
  }

  #tell(told: ReturnType<typeof ToolAnswered>['payload']): readonly Task[] {
    const node = this.#land(told.node);
    this.#forgetPart(told.node);
    const tasks = this.#agents.tell(told);
    node.scope.invocation.held.add(partOf(told.agent), told.result);
    return this.#unlessEnding(node, tasks);
  }

  #unlessEnding({ scope: { invocation } }: ReadyNode, tasks: readonly Task[]): readonly Task[] {
    const leaving = this.#called.leaveEnded(invocation);
    if (invocation.ending !== null) return leaving;
    return leaving.length === 0 ? tasks : [...leaving, ...tasks];
  }

  #decide(decided: ReturnType<typeof PassDecided>['payload']): readonly Task[] {
    this.#land(decided.node);
    return this.#containers.decide(decided);
  }

  #call(payload: Child): readonly Task[] {
    const node = this.#land(payload.node);
    const invocation = new Invocation(this.childPlans(payload.workflowId, payload.deploymentVersion), payload.input, {
      invocation: node.scope.invocation,
      key: node.key,
    });
    invocation.version = versionOf(payload);
    this.#called.enter(node, invocation, payload);
    const leaving = this.#called.leaveEnded(node.scope.invocation);
    return [...leaving, ...this.#scheduler.open(rootScope(invocation)).map(firstTask)];
  }

  /** A pass, a branch or a workflow has ended by itself. */
  #drained(scope: Scope): readonly Task[] {
    if (scope.pass !== null) return this.#containers.drained(scope, scope.pass);
    const { caller } = scope.invocation;
    if (caller !== null) return this.#called.leave(caller.key);
    this.#isRootDrained = true;
    return [];
  }

  /** The node of an event. Its task is not executed any more. */
  #land(key: string): ReadyNode {
    const node = this.#find(key);
    this.#begun.land(node);
    return node;
  }

  #find(key: string): ReadyNode {
    const node = this.#scheduler.find(key) ?? this.#agents.find(key);
    if (node === undefined) throw new Error(`Block ${key} cannot end: it was not ready`);
    return node;
  }
}

const none: readonly Task[] = [];

/** What a block holds until it has ended: the items and results of a container, the output of a pause. */
function partOf(key: string): string {
  return `part ${key}`;
}

/** Where the output of a block is kept. */
function slotOf({ block, scope }: ReadyNode): string {
  return nodeKey(scope.slot, block.id);
}

/** Inner blocks only lead back to their container. */
function isEnd({ block, scope }: ReadyNode): boolean {
  return scope.region.kind === 'root' && block.targets.length === 0;
}

function versionOf({ workflowId, deploymentVersion }: { workflowId: string; deploymentVersion: number }): Invocation['version'] {
  return { workflowId, version: deploymentVersion };
}

function noChildren(workflowId: string): never {
  throw new Error(`The plan of workflow ${workflowId} was not loaded`);
}
