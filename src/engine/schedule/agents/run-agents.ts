import type { JsonObject } from '#kernel/json.js';
import type { PlannedBlock } from '../../graph/plan.js';
import type { AgentCall, AgentEntered } from '../../execution.events.js';
import { AgentRun, type AgentToolCall, type CallNode } from './agent-run.js';
import type { Answered, Told } from './agent-turn.js';
import type { ReadyNode } from '../scheduler.js';
import type { Task } from '../task.js';

/** The agents of a run that are under way, and their tool calls. */
export class RunAgents {
  readonly #agents = new Map<string, AgentRun>();
  readonly #calls = new Map<string, CallNode>();

  enter(node: ReadyNode, entered: ReturnType<typeof AgentEntered>['payload']): readonly Task[] {
    const agent = new AgentRun(node, entered);
    this.#agents.set(node.key, agent);
    return this.#tasksOf(agent);
  }

  /** The node of a tool call that has no result yet. */
  find(key: string): CallNode | undefined {
    return this.#calls.get(key);
  }

  /** The record has the intent of a call. */
  intend(node: string, call: AgentCall): void {
    if ('attempt' in call) this.#agents.get(node)?.intend(call.turn, call.attempt);
    else this.#calls.get(node)?.call.agent.intendTool(call.turn, call.tool);
  }

  answer(answered: Answered): readonly Task[] {
    const agent = this.#require(answered.node);
    agent.answer(answered);
    for (const [key, call] of agent.open()) this.#calls.set(key, nodeOf(key, call));
    return this.#tasksOf(agent);
  }

  tell(told: Told): readonly Task[] {
    const { agent } = this.#requireCall(told.node).call;
    this.#calls.delete(told.node);
    agent.tell(told);
    return this.#tasksOf(agent);
  }

  /** A tool call waits for a person. @returns the tasks that may start instead */
  wait({ call: { agent, index } }: CallNode): readonly Task[] {
    agent.wait(index);
    return this.#tasksOf(agent);
  }

  resume({ call: { agent, index } }: CallNode): void {
    agent.resume(index);
  }

  /** The tasks of an agent after a crash: also those that the lost process had begun. Waiting calls and called workflows have their own. */
  pending(key: string, isUnderWay: (call: string) => boolean): readonly Task[] | undefined {
    const agent = this.#agents.get(key);
    if (agent === undefined) return undefined;
    agent.forgetActive();
    return this.#tasksOf(agent).filter(({ node }) => !isUnderWay(node.key));
  }

  /** Names of the tool calls of an agent that have no result. */
  openCalls(key: string): readonly string[] {
    return (
      this.#agents
        .get(key)
        ?.open()
        .map(([call]) => call) ?? []
    );
  }

  /** Forgets an agent that has ended. */
  drop(key: string): void {
    for (const call of this.openCalls(key)) this.#calls.delete(call);
    this.#agents.delete(key);
  }

  /** Names of the agents below a path. */
  below(path: string): readonly string[] {
    return [...this.#agents.keys()].filter((key) => key.startsWith(`${path}/`));
  }

  #tasksOf(agent: AgentRun): readonly Task[] {
    const step = agent.next();
    const { node } = agent;
    if (step.kind === 'leave') return [{ kind: 'conclude', node, agent, ended: step.ended }];
    if (step.kind === 'act') return step.calls.map((key) => ({ kind: 'act', node: this.#requireCall(key) }));
    return [{ kind: step.kind, node, agent, ask: step.ask }];
  }

  #require(key: string): AgentRun {
    const agent = this.#agents.get(key);
    if (agent === undefined) throw new Error(`Agent ${key} was not entered`);
    return agent;
  }

  #requireCall(key: string): CallNode {
    const node = this.#calls.get(key);
    if (node === undefined) throw new Error(`Tool call ${key} was not made, or has its result`);
    return node;
  }
}

function nodeOf(key: string, call: AgentToolCall): CallNode {
  const { block, scope } = call.agent.node;
  return { key, block: blockOf(block, call), scope, from: null, call };
}

/** A failure of a tool is shown to the model, so no edge and no retry of the agent is the tool's. */
function blockOf(agent: PlannedBlock, { tool, call }: AgentToolCall): PlannedBlock {
  const runs = tool?.runs;
  const params: JsonObject = runs?.kind === 'block' ? runs.params : {};
  return {
    ...agent,
    type: runs?.kind === 'block' ? runs.type : agent.type,
    kind: 'work',
    name: tool?.title ?? call.name,
    params,
    outputs: null,
    retry: null,
    hasErrorEdge: false,
    targets: [],
  };
}
