import type { Json, JsonObject } from '#kernel/json.js';
import type { BlockPaused, BudgetCode, PauseEnded } from '../execution.events.js';
import type { AgentRun, CallNode, DueAsk } from './agents/agent-run.js';
import type { AgentEnding } from './agents/agent-turn.js';
import type { ReadyNode } from './scheduler.js';
import type { Scope } from './scope.js';

type Paused = ReturnType<typeof BlockPaused>['payload'];
type Ended = ReturnType<typeof PauseEnded>['payload'];

/**
 * The next thing to do for a block, each of which leads to one event.
 * *run*: do its work. *resume*: end it, its pause is over. *remind*: tell those who are asked a second time. *enter*: find out what a container goes through, or which workflow a
 * block calls. *decide*: ask the condition of a loop. *leave*: a container or a called workflow has ended. *ask*: call the model of an
 * agent. *abandon*: a call of a model was lost with its process. *act*: carry out a tool call. *conclude*: an agent has its last answer.
 */
export type Task =
  | { readonly kind: 'run' | 'enter'; readonly node: ReadyNode }
  | { readonly kind: 'resume'; readonly node: ReadyNode; readonly paused: Paused; readonly ended: Ended }
  | { readonly kind: 'remind'; readonly node: ReadyNode; readonly paused: Paused }
  /** `scope` is that of the pass which is made if the condition holds. */
  | { readonly kind: 'decide'; readonly node: ReadyNode; readonly scope: Scope }
  | { readonly kind: 'leave'; readonly node: ReadyNode; readonly leaving: Leaving }
  | { readonly kind: 'ask' | 'abandon'; readonly node: ReadyNode; readonly agent: AgentRun; readonly ask: DueAsk }
  | { readonly kind: 'act'; readonly node: CallNode }
  | { readonly kind: 'conclude'; readonly node: ReadyNode; readonly agent: AgentRun; readonly ended: AgentEnding };

/** What a container or a called workflow came to. `startedAt` and `input` are those of its entering. */
export type Leaving = { readonly startedAt: string; readonly input: Json } & (
  | { readonly kind: 'results'; readonly output: JsonObject }
  | { readonly kind: 'answer'; readonly workflow: CalledWorkflow; readonly result: JsonObject }
  | { readonly kind: 'failure'; readonly workflow: CalledWorkflow; readonly error: string; readonly code: BudgetCode | undefined }
);

export interface CalledWorkflow {
  readonly workflowId: string;
  readonly workflowName: string;
  readonly childExecutionId: string;
}

/** The first task of a block. */
export function firstTask(node: ReadyNode): Task {
  return { kind: node.block.kind === 'work' ? 'run' : 'enter', node };
}
