import type { AgentFork } from '../agents/agent-request.js';
import {
  AgentEntered,
  BlockCompleted,
  BlockFailed,
  ChildEntered,
  ContainerEntered,
  ModelAnswered,
  PassDecided,
  ToolAnswered,
  type ExecutionEvent,
  type ExecutionFact,
  type RunOrigin,
} from '../execution.events.js';

/**
 * What a replay that begins with the block `from` takes over of the run that it repeats: how blocks ended, and which containers and
 * workflows were entered, up to the first fact about that block. Whatever had not ended by then begins again: a block that waited,
 * a call without an answer, and a block whose failure was about to end the workflow. `from` is a name within the run, or the id of a
 * block, which stands for the first time that it ran. All of it happened, for the replay, `at` its beginning (ISO 8601).
 * @returns undefined when the block did not run
 */
export function replayedFacts(
  history: readonly ExecutionFact[],
  from: string,
  at: string,
  agent: Pick<RunOrigin, 'call' | 'with'> = {},
): readonly ExecutionEvent[] | undefined {
  const { call, with: fork } = agent;
  const end = call === undefined ? beginningOf(history, from) : callOf(history, from, call);
  if (end === -1) return undefined;
  const facts = history.slice(0, end).flatMap((fact) => copied(fact, at));
  return fork === undefined ? facts : facts.map((fact) => forked(fact, from, fork));
}

/** How many calls of models an agent has made; 0 for a block that is none or did not run. */
export function callsOf(history: readonly ExecutionFact[], from: string): number {
  return history.filter((fact) => isCallOf(fact, agentNamed(history, from))).length;
}

/** The position of the answer to the n-th call of an agent, from 1; -1 when it has made fewer. */
function callOf(history: readonly ExecutionFact[], from: string, call: number): number {
  const node = agentNamed(history, from);
  let left = call;
  return history.findIndex((fact) => isCallOf(fact, node) && (left -= 1) === 0);
}

function isCallOf({ type, payload }: ExecutionFact, node: string | undefined): boolean {
  return type === 'execution.model-answered' && payload.node === node && payload.outcome !== 'abandoned';
}

/** The name within the run of the agent that `from` stands for. */
function agentNamed(history: readonly ExecutionFact[], from: string): string | undefined {
  const names = history.flatMap(({ type, payload }) => (type === 'execution.agent-entered' ? [payload] : []));
  return (names.find(({ node }) => node === from) ?? names.find(({ blockId }) => blockId === from))?.node;
}

function forked(event: ExecutionEvent, from: string, { model, temperature, messages }: AgentFork): ExecutionEvent {
  if (event.type !== 'execution.agent-entered' || (event.payload.node !== from && event.payload.blockId !== from)) return event;
  const { request } = event.payload;
  const settings = temperature === undefined ? request.settings : { ...request.settings, temperature };
  const changed = {
    ...request,
    settings,
    ...(model === undefined ? {} : { model, fallbacks: [] }),
    ...(messages === undefined ? {} : { messages }),
  };
  return AgentEntered({ ...event.payload, request: changed });
}

/** The same for a replay that continues where the other run has stopped. @returns undefined when that run is not stored any more */
export function continuedFacts(history: readonly ExecutionFact[], at: string): readonly ExecutionEvent[] | undefined {
  return history.length === 0 ? undefined : history.flatMap((fact) => copied(fact, at));
}

function beginningOf(history: readonly ExecutionFact[], from: string): number {
  const named = [
    (fact: ExecutionFact) => isAbout(fact, 'node', from) && fact.type !== 'execution.effect-intended',
    (fact: ExecutionFact) => isAbout(fact, 'node', from),
    (fact: ExecutionFact) => isAbout(fact, 'blockId', from) && fact.type !== 'execution.effect-intended',
    (fact: ExecutionFact) => isAbout(fact, 'blockId', from),
  ];
  return named.map((isIt) => history.findIndex(isIt)).find((index) => index !== -1) ?? -1;
}

function isAbout({ payload }: ExecutionFact, name: 'node' | 'blockId', from: string): boolean {
  // The end of a failed run names a block too; only what has a node is about one.
  return 'node' in payload && payload[name] === from;
}

/** Nothing of a run may lie before its start, or its durations would count the time between the two runs. */
function copied({ type, payload }: ExecutionFact, at: string): readonly ExecutionEvent[] {
  const instant = { startedAt: at, endedAt: at, recorded: true } as const;
  switch (type) {
    case 'execution.block-completed':
      return [BlockCompleted({ ...payload, ...instant })];
    case 'execution.block-failed':
      return payload.handled ? [BlockFailed({ ...payload, ...instant })] : [];
    case 'execution.container-entered':
      return [ContainerEntered({ ...payload, startedAt: at })];
    case 'execution.child-entered':
      return [ChildEntered({ ...payload, startedAt: at })];
    case 'execution.agent-entered':
      return [AgentEntered({ ...payload, startedAt: at })];
    case 'execution.model-answered': {
      const { firstTokenAt: _, ...facts } = payload;
      return [ModelAnswered({ ...facts, ...instant })];
    }
    case 'execution.tool-answered':
      return [ToolAnswered({ ...payload, ...instant })];
    case 'execution.pass-decided':
      return [PassDecided({ ...payload, at })];
    default:
      return [];
  }
}
