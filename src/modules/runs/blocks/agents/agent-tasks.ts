import { InfrastructureFault } from '#kernel/errors.js';
import type { AgentDefinition, BlockPause, BlockResult, WorkflowCall } from '#blocks/block.js';
import { CodeSandbox } from '#blocks/ports/code-sandbox.js';
import { Workflows, type CallableWorkflows } from '#blocks/ports/workflows.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BudgetCode, ExecutionEvent } from '#engine/execution.events.js';
import type { Pause } from '#engine/pause.js';
import type { CallNode } from '#engine/schedule/agents/agent-run.js';
import type { AgentEnding, Answered } from '#engine/schedule/agents/agent-turn.js';
import type { Task } from '#engine/schedule/task.js';
import type { Attempt, Begun } from '../attempt.js';
import type { BlockSurroundings } from '../block-world.js';
import type { PolicyRefusal } from '#kernel/models/model-policy.js';
import { Http } from '#blocks/ports/http.js';
import type { Port } from '#blocks/ports/port.js';
import { WorkContext } from '../work-context.js';
import { AgentWork, isAgent } from './agent-work.js';

/** The ends of a block, by which a task of an agent ends as well. */
export interface BlockEnds {
  completed(attempt: Attempt, result: BlockResult): ExecutionEvent;
  failed(attempt: Attempt, error: unknown, code?: BudgetCode): ExecutionEvent;
  paused(attempt: Attempt, pause: BlockPause): ExecutionEvent;
  called(attempt: Attempt, call: WorkflowCall, workflows: CallableWorkflows): Promise<ExecutionEvent>;
}

/** The ends of an agent for which a limit of cost is the reason. */
const budgetReasons: ReadonlySet<string> = new Set(['budget', 'max-cost']);

type Concluding = Pick<Extract<Task, { kind: 'conclude' }>, 'node' | 'agent'>;

/** Does the tasks of agents and of their tool calls, and returns the event of each. */
export class AgentTasks {
  readonly #work: AgentWork;

  constructor(
    private readonly run: BlockSurroundings,
    private readonly ends: BlockEnds,
  ) {
    this.#work = new AgentWork(run);
  }

  /** The events of calls in progress, when the run, or a workflow that it has called, ends without waiting for them. */
  interrupted(...ended: Parameters<AgentWork['interrupted']>): readonly ExecutionEvent[] {
    return this.#work.interrupted(...ended);
  }

  /** The event of a call of a model is stored, or can no longer be. */
  stored(answered: Answered): void {
    this.#work.stored(answered);
  }

  /** The event of a tool call that has its result. */
  told(...told: Parameters<AgentWork['told']>): ExecutionEvent {
    return this.#work.told(...told);
  }

  /** Does a task of an agent itself. */
  do(attempt: Begun, definition: AgentDefinition, context: WorkContext): Promise<ExecutionEvent> {
    const { task, node } = attempt;
    if (task.kind === 'enter') return this.#work.enter(node, definition, context, attempt.startedAt);
    if (task.kind === 'abandon') return this.#work.abandon(task);
    if (task.kind === 'conclude') return this.#conclude(attempt, task, task.ended);
    if (task.kind !== 'ask') throw new Error(`Agents have no task ${task.kind}`);
    return this.#work.ask(task).then((asked) => ('stopReason' in asked ? this.#conclude(attempt, task, asked) : asked));
  }

  async #conclude(attempt: Begun, of: Concluding, ended: AgentEnding): Promise<ExecutionEvent> {
    const event = await this.#ended(attempt, of, ended);
    this.run.world.agentEnded?.(of.node.block.type, event);
    return event;
  }

  async #ended(attempt: Begun, of: Concluding, ended: AgentEnding): Promise<ExecutionEvent> {
    const { node, agent } = of;
    const definition = this.run.world.registry.find(node.block.type);
    if (definition === undefined || !isAgent(definition)) throw new Error(`Blocks of type ${node.block.type} are no agents`);
    const concluding: Begun = { ...attempt, node, startedAt: agent.entered.startedAt };
    const context = new WorkContext(this.run, node, attempt.inputs, definition, 'conclude');
    try {
      const result = await definition.leave(node.block, context, { request: agent.entered.request, ...ended, calls: agent.calls });
      return this.ends.completed(concluding, { input: agent.entered.input, ...result });
    } catch (error) {
      if (error instanceof InfrastructureFault) throw error;
      return this.ends.failed(concluding, error, budgetReasons.has(ended.stopReason) ? 'BUDGET_EXCEEDED' : undefined);
    }
  }

  /** Carries out a tool call. */
  async act(attempt: Begun, node: CallNode): Promise<ExecutionEvent> {
    const { task, startedAt } = attempt;
    const definition = { type: node.block.type, needs: [CodeSandbox] };
    const earlierPauses = task.kind === 'resume' ? pausesUpTo(task.paused.pause) : 0;
    const context = new WorkContext(this.run, node, attempt.inputs, definition, 'act', earlierPauses);
    const step = task.kind === 'resume' ? this.#work.resume(node, task, context) : await this.#work.begin(node, context);
    if (step.kind === 'told') return this.#work.told(node, step, startedAt);
    if (step.kind === 'pause') return this.ends.paused(attempt, step.pause);
    const { agent } = node.call;
    if (step.kind === 'fail')
      return this.#conclude(attempt, { node: agent.node, agent }, { stopReason: 'approval-expired', error: step.error });
    const began = await this.#work.beginTool(node, step);
    if (began.kind === 'told') return this.#work.told(node, began, startedAt);
    const { definition: block, running, inputs, refusal } = began;
    const tool = new ToolContext(refusal, this.run, running, inputs, block);
    const using: Begun = { ...attempt, inputs, args: step.args };
    try {
      if ('call' in block) return await this.ends.called(using, block.call(running.block, tool), tool.use(Workflows));
      if (!('run' in block)) throw new BlockFailure(`Blocks of type ${block.type} cannot be used as tools`);
      const result = await block.run(running.block, tool);
      if ('pause' in result) throw new BlockFailure('A block that waits cannot be used as a tool');
      return this.ends.completed(using, result);
    } catch (error) {
      if (error instanceof BlockFailure) return this.ends.failed(using, error);
      throw error;
    }
  }
}

/** The context of a block that runs as a tool. The hosts that it reaches are under the policy of models. */
class ToolContext extends WorkContext {
  constructor(
    private readonly refusal: PolicyRefusal | undefined,
    ...of: ConstructorParameters<typeof WorkContext>
  ) {
    super(...of);
  }

  override use<Wanted extends Port>(port: Wanted): Wanted['capability'] {
    const capability: Wanted['capability'] = super.use(port);
    const { refusal } = this;
    if (port !== Http || refusal === undefined) return capability;
    const http = capability as (typeof Http)['capability'];
    const allowed: Pick<typeof http, 'send'> = { send: (request) => http.send({ ...request, refusalOf: (host) => refusal({ host }) }) };
    return allowed as Wanted['capability'];
  }
}

/** How many pauses a node has had, by the name of the last one. */
function pausesUpTo(pause: Pause): number {
  const [, number] = pause.kind === 'human' ? (/!\d+\.\d+\.(\d+)$/.exec(pause.contextId) ?? []) : [];
  return number === undefined ? 1 : Number(number);
}
