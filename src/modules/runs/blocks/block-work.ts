import { InfrastructureFault } from '#kernel/errors.js';
import { type Json, type JsonObject, deepestJson, jsonSize } from '#kernel/json.js';
import { measureLarge } from '#host/loop/measure-json.js';
import { isLargeJson } from '#host/loop/write-json.js';
import type {
  BlockContext,
  BlockDefinition,
  BlockResult,
  BlockStep,
  ContainerEntry,
  PassDecision,
  WorkDefinition,
  WorkflowCall,
} from '#blocks/block.js';
import {
  BlockCompleted,
  BlockFailed,
  BlockPaused,
  ChildEntered,
  ContainerEntered,
  PassDecided,
  PauseReminded,
  type BudgetCode,
  type ExecutionEvent,
} from '#engine/execution.events.js';
import type { PinnedWorkflow } from '#engine/agents/agent-request.js';
import { BlockFailure } from '#engine/block-failure.js';
import { measure } from '#engine/values/held-memory.js';
import { retryDelayMs } from '#engine/graph/block-retry.js';
import { isCallNode } from '#engine/schedule/agents/agent-run.js';
import type { Answered } from '#engine/schedule/agents/agent-turn.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { Task } from '#engine/schedule/task.js';
import { inputsFor } from '#engine/schedule/resolver.js';
import { Workflows, type CallableWorkflow, type CallableWorkflows } from '#blocks/ports/workflows.js';
import { requireCallInput } from './call-input.js';
import type { BlockSurroundings } from './block-world.js';
import { pinnedOutcome } from './outcomes/known-outcome.js';
import { notRecorded } from './outcomes/not-recorded.js';
import type { ShownEvent } from './shown-event.js';
import { AgentTasks } from './agents/agent-tasks.js';
import { isAgent } from './agents/agent-work.js';
import type { Attempt, Begun } from './attempt.js';
import { WorkContext } from './work-context.js';

/** Larger values belong in files. */
const mostOutputBytes = 16 * 1024 * 1024;
const deepestCall = 25;

/**
 * Waits between the attempts of a block that a fault of the infrastructure has stopped, in ms. After the last one another process, or this
 * one later, continues the run.
 */
const faultWaitsMs = [100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000];

/** Does the tasks of one run: calls the definition of the block, retries as its author wants, and returns the event of the outcome. */
export class BlockWork {
  /** Size of all outputs so far, in bytes. */
  produced = 0;

  /** Made for the first agent: most runs have none. */
  #madeAgents: AgentTasks | undefined;

  constructor(private readonly options: BlockSurroundings) {}

  get #agents(): AgentTasks {
    return (this.#madeAgents ??= new AgentTasks(this.options, {
      completed: (attempt, result) => this.#completed(attempt, result),
      failed: (attempt, error, code) => this.#failed(attempt, error, code),
      paused: (attempt, pause) => this.#stepped(attempt, pause),
      called: (attempt, call, workflows) => this.#call(attempt, call, workflows),
    }));
  }

  /** The event of a call of a model is stored, or can no longer be. */
  stored(answered: Answered): void {
    this.#madeAgents?.stored(answered);
  }

  /** The events of calls in progress, when the run, or the workflow that the block `below` has called, ends without waiting for them. */
  interrupted(kind: 'cancelled' | 'timeout', below?: string): readonly ExecutionEvent[] {
    return this.#madeAgents?.interrupted(kind, below) ?? [];
  }

  /** @returns the event of the task. @throws InfrastructureFault, by a promise, if the run cannot continue in this process at the moment */
  do(task: Task): ExecutionEvent | Promise<ExecutionEvent> {
    if (task.kind === 'leave') return this.#leaveInTurns(task);
    const scope = task.kind === 'decide' ? task.scope : task.node.scope;
    const told = pinnedOutcome(task, () => this.#now()) ?? this.options.recorded?.eventOf(task, this.#now()) ?? this.#known(task);
    if (told !== undefined) return told;
    const startedAt = beganAt(task) ?? this.#now();
    const inputs = inputsFor({ scope }, this.options.secrets);
    return this.#try({ task, node: task.node, inputs, startedAt, tries: 1, faults: 0 });
  }

  #known(task: Task): ExecutionEvent | undefined {
    return this.options.known?.outcomeOf(task, this.#now());
  }

  #try(attempt: Begun): ExecutionEvent | Promise<ExecutionEvent> {
    try {
      const event = this.#step(attempt);
      return event instanceof Promise ? event.catch((error: unknown) => this.#afterFailure(attempt, error)) : event;
    } catch (error) {
      return this.#afterFailure(attempt, error);
    }
  }

  #step(attempt: Begun): ExecutionEvent | Promise<ExecutionEvent> {
    const { task, node } = attempt;
    const { type } = node.block;
    const definition = this.options.world.registry.of(node.block);
    if (definition === undefined) throw new BlockFailure(`This server cannot run blocks of type ${type}`);
    const context = new WorkContext(this.options, node, attempt.inputs, definition, task.kind);
    if (isCallNode(node) && task.kind !== 'remind') return this.#agents.act(attempt, node);
    if (isAgent(definition)) return this.#agents.do(attempt, definition, context);
    if (task.kind === 'run') {
      const measured = after(work(definition).run(node.block, context), (step) => this.#prepared(step));
      return after(measured, (step) => this.#stepped(attempt, step));
    }
    if (task.kind === 'resume') {
      const { resume } = work(definition);
      if (resume === undefined) throw new Error(`Blocks of type ${type} cannot be resumed`);
      return after(resume(node.block, context, { ...task.paused, ended: task.ended }), (result) => this.#completed(attempt, result));
    }
    if (task.kind === 'remind') {
      const reminded = work(definition).remind?.(node.block, context, task.paused) ?? Promise.resolve();
      return reminded.then(() => PauseReminded({ ...named(node), at: this.#now() }));
    }
    if (task.kind === 'decide') return this.#decide(attempt, context, definition);
    if ('enter' in definition) return this.#enter(attempt, definition.enter(node.block, context));
    if ('call' in definition) return this.#call(attempt, definition.call(node.block, context), context.use(Workflows));
    throw new Error(`Blocks of type ${type} cannot be entered`);
  }

  #afterFailure(attempt: Begun, error: unknown): ExecutionEvent | Promise<ExecutionEvent> {
    const isEnding = this.options.signals.isOver || !this.options.state.mayBegin(attempt.task);
    if (error instanceof InfrastructureFault && !isEnding) return this.#afterFault(attempt, error);
    const delayMs = retryDelayMs(attempt.node.block, attempt.tries, isEnding || !isRepeated(attempt.task));
    return delayMs === null ? this.#failed(attempt, error) : this.#again(attempt, error, delayMs);
  }

  /** The block has not failed: it runs again, with the same keys for its effects, as in a process that takes the run over. */
  async #afterFault(attempt: Begun, fault: InfrastructureFault): Promise<ExecutionEvent> {
    const waitMs = faultWaitsMs[attempt.faults];
    if (waitMs === undefined) throw fault;
    const signal = this.options.signals.of(attempt.node.scope.invocation);
    await this.options.world.timers.wait(waitMs, signal).catch(() => undefined);
    if (signal.aborted) return this.#failed(attempt, fault);
    return this.#try({ ...attempt, faults: attempt.faults + 1 });
  }

  async #again(attempt: Begun, error: unknown, delayMs: number): Promise<ExecutionEvent> {
    const signal = this.options.signals.of(attempt.node.scope.invocation);
    await this.#sleep(delayMs, signal).catch(() => undefined);
    if (signal.aborted) return this.#failed(attempt, error);
    return this.#try({ ...attempt, tries: attempt.tries + 1 });
  }

  /** What takes long to measure or to mask is done in pieces. */
  #prepared(step: BlockStep): BlockStep | Promise<BlockStep> {
    const { output, input = null } = step;
    if (!isLargeJson(output) && !isLargeJson(input)) return step;
    return measureLarge(output, mostOutputBytes)
      .then(() => (jsonSize(output, mostOutputBytes) > mostOutputBytes ? undefined : this.options.prepareShown(output, input)))
      .then(() => step);
  }

  #stepped(attempt: Attempt, step: BlockStep): ExecutionEvent {
    if (!('pause' in step)) return this.#completed(attempt, step);
    if (this.options.recorded !== undefined) throw notRecorded();
    const { node, startedAt } = attempt;
    const { pause, output, input = null } = step;
    const bytes = measure(output, mostOutputBytes);
    const problem = bytes > mostOutputBytes ? tooMuch(bytes) : this.#fullWith(bytes);
    if (problem !== undefined) return this.#failed(attempt, new BlockFailure(problem, { status: 413, input }));
    return BlockPaused({ ...named(node), pause: { ...pause }, input, output, startedAt, pausedAt: this.#now() });
  }

  #completed(
    attempt: Attempt,
    { output, handle = 'source', input = null, stdout, response, variables, shown }: BlockResult,
  ): ExecutionEvent {
    const bytes = measure(output, mostOutputBytes);
    // What a container or a called workflow puts out is held already.
    const isHeld = attempt.task.kind === 'leave';
    const problem = bytes > mostOutputBytes ? tooMuch(bytes) : isHeld ? undefined : this.#fullWith(bytes);
    if (problem !== undefined) return this.#failed(attempt, new BlockFailure(problem, { status: 413, input }));
    this.produced += bytes;
    if (isCallNode(attempt.node)) {
      return this.#agents.told(attempt.node, { outcome: 'answered', value: output, input: attempt.args ?? input }, attempt.startedAt);
    }
    const event = BlockCompleted({
      ...this.#ran(attempt, input),
      output,
      handle,
      ...(stdout === undefined || stdout === '' ? {} : { stdout }),
      ...(response === undefined ? {} : { response: { status: response.status, headers: { ...response.headers } } }),
      ...(variables === undefined ? {} : { variables: { ...variables } }),
    });
    const recorded: ShownEvent = shown === undefined ? event : Object.assign(event, { shown: { ...shown } });
    return recorded;
  }

  /** The error when the run cannot hold so many bytes more. */
  #fullWith(bytes: number): string | undefined {
    const { state, world } = this.options;
    if (state.heldBytes + bytes <= world.mostHeldBytes) return undefined;
    return `The run would hold more than ${world.mostHeldBytes / 1024 / 1024} MB of data: outputs of blocks, results of loops and variables count (SLUICE_RUN_MEMORY_MB)`;
  }

  #failed(attempt: Attempt, error: unknown, code?: BudgetCode): ExecutionEvent {
    const failure = error instanceof BlockFailure ? error : this.#unexpected(attempt, error);
    const message = this.options.shownText(failure.message);
    const bytes = measure(failure.output, mostOutputBytes);
    const output = bytes > mostOutputBytes ? {} : failure.output;
    this.produced += Math.min(bytes, mostOutputBytes);
    if (isCallNode(attempt.node)) {
      const value = Object.keys(output).length > 1 ? { ...output, error: message } : message;
      return this.#agents.told(attempt.node, { outcome: 'failed', value, input: attempt.args ?? failure.input ?? null }, attempt.startedAt);
    }
    return BlockFailed({
      ...this.#ran(attempt, failure.input ?? attempt.inputs?.seen ?? null),
      error: message,
      handled: attempt.node.block.hasErrorEdge,
      output: { ...output, error: message },
      ...(failure.stdout === undefined || failure.stdout === '' ? {} : { stdout: failure.stdout }),
      ...(code === undefined ? {} : { code }),
    });
  }

  #unexpected({ node }: Attempt, error: unknown): BlockFailure {
    if (this.options.signals.isOver || !this.options.state.isOpen(node)) return new BlockFailure('The run ended before this block did');
    this.options.world.onError(error);
    return new BlockFailure('The server could not run this block; the operator finds the cause in the log');
  }

  #enter({ node, inputs, startedAt }: Begun, { count, items, atOnce, asksFirst }: ContainerEntry): ExecutionEvent {
    this.#requireRoom(items);
    if (node.block.inner?.nodes.length === 0) throw new BlockFailure('No block inside is connected to its start', { status: 400 });
    return ContainerEntered({
      ...named(node),
      count,
      items: items === null ? null : [...items],
      atOnce,
      asksFirst,
      input: inputs.seen,
      startedAt,
    });
  }

  /** The items of a container, and the input of a called workflow, are held until they have ended. */
  #requireRoom(value: Json): void {
    const problem = this.#fullWith(measure(value, this.options.world.mostHeldBytes));
    if (problem !== undefined) throw new BlockFailure(problem, { status: 413 });
  }

  #decide(attempt: Begun, context: BlockContext, definition: BlockDefinition): ExecutionEvent | Promise<ExecutionEvent> {
    const { node, task } = attempt;
    const index = task.kind === 'decide' ? (task.scope.pass?.index ?? 0) : 0;
    const { goesOn } = 'enter' in definition ? definition : {};
    if (goesOn === undefined) throw new Error(`Blocks of type ${definition.type} decide nothing`);
    const decided = ({ goesOn: isTrue, problem }: PassDecision): ExecutionEvent =>
      PassDecided({ ...named(node), index, goesOn: isTrue, ...(problem === undefined ? {} : { problem }), at: this.#now() });
    return after(goesOn(node.block, context, index), decided);
  }

  async #call({ node, startedAt }: Attempt, { workflowId, input }: WorkflowCall, workflows: CallableWorkflows): Promise<ExecutionEvent> {
    const { world, entering } = this.options;
    if (node.scope.invocation.depth >= deepestCall) {
      throw new BlockFailure(`Workflows must not run each other more than ${deepestCall} deep`, { status: 400 });
    }
    this.#requireRoom(input);
    const callee = await this.#callee(node, workflowId, workflows);
    requireCallInput(callee, input);
    entering(workflowId, callee);
    const called = { workflowId, workflowName: callee.name, deploymentVersion: callee.version, childExecutionId: world.ids.next() };
    return ChildEntered({ ...named(node), ...called, input, startedAt });
  }

  async #callee(node: ReadyNode, workflowId: string, workflows: CallableWorkflows): Promise<CallableWorkflow> {
    const { started, recorded } = this.options;
    const known = recorded?.callee(node);
    if (known?.workflowId === workflowId) {
      const { workflowName: name, deploymentVersion: version } = known;
      return { name, version, plan: await workflows.version(workflowId, version) };
    }
    const pinned = pinnedWorkflow(node);
    if (pinned === undefined) return workflows.deployed(workflowId, started.workspaceId);
    return { ...pinned, plan: await workflows.version(workflowId, pinned.version) };
  }

  /** The results of a million blocks take long to measure and to mask. */
  #leaveInTurns(task: LeaveTask): ExecutionEvent | Promise<ExecutionEvent> {
    const { leaving } = task;
    if (leaving.kind !== 'results') return this.#leave(task);
    return after(this.#prepared({ output: leaving.output, input: leaving.input }), () => this.#leave(task));
  }

  #leave({ node, leaving }: LeaveTask): ExecutionEvent {
    const { startedAt, input } = leaving;
    const attempt: Attempt = { task: { kind: 'run', node }, node, startedAt, tries: 1, inputs: null };
    if (leaving.kind === 'results') return this.#completed(attempt, { output: leaving.output, input });
    const { workflowName, workflowId, childExecutionId } = leaving.workflow;
    const about: JsonObject = { childWorkflowName: workflowName, childWorkflowId: workflowId, childExecutionId };
    this.options.signals.stopBelow(node.key);
    if (leaving.kind === 'answer') {
      return this.#completed(attempt, { output: { success: true, ...about, result: leaving.result }, input });
    }
    const failure = new BlockFailure(`"${workflowName}" failed: ${leaving.error}`, { input, output: { success: false, ...about } });
    return this.#failed(attempt, failure, leaving.code);
  }

  #ran({ node, startedAt, tries }: Attempt, input: Json): Ran {
    const ran = { ...named(node), input, startedAt, endedAt: this.#now() };
    return tries === 1 ? ran : { ...ran, tries };
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { recorded, world } = this.options;
    return world.timers.wait(recorded === undefined ? ms : 0, signal);
  }

  #now(): string {
    return this.options.world.clock.iso();
  }
}

/** The version that a tool call runs, whatever is deployed by now. */
function pinnedWorkflow(node: ReadyNode): PinnedWorkflow | undefined {
  const runs = isCallNode(node) ? node.call.tool?.runs : undefined;
  return runs?.kind === 'block' ? runs.workflow : undefined;
}

/** When the block began that the task continues. */
function beganAt(task: Task): string | undefined {
  if (task.kind === 'resume') return task.paused.startedAt;
  return 'agent' in task ? task.agent.entered.startedAt : undefined;
}

/** Whether a failure of the task is tried again as the author wants it. The calls of an agent have another rule. */
function isRepeated({ kind }: Task): boolean {
  return kind !== 'ask' && kind !== 'abandon' && kind !== 'conclude';
}

type LeaveTask = Extract<Task, { kind: 'leave' }>;

type Ran = Pick<ReturnType<typeof BlockCompleted>['payload'], 'node' | 'blockId' | 'input' | 'startedAt' | 'endedAt' | 'tries'>;

function tooMuch(bytes: number): string {
  if (bytes === Infinity) return `The output is nested more than ${deepestJson} levels deep`;
  return `The output is larger than ${mostOutputBytes / 1024 / 1024} MB`;
}

function named({ key, block }: ReadyNode): { node: string; blockId: string } {
  return { node: key, blockId: block.id };
}

function work(definition: BlockDefinition): WorkDefinition {
  if ('run' in definition) return definition;
  throw new Error(`Blocks of type ${definition.type} are entered`);
}

function after<Value, Result>(value: Value | Promise<Value>, then: (value: Value) => Result | Promise<Result>): Result | Promise<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}
