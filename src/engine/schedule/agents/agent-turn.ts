import type { ModelAnswered, ToolAnswered } from '../../execution.events.js';
import type { PinnedModel } from '../../agents/model-answer.js';
import type { ToolCall } from '../../agents/model-message.js';

export type Answered = ReturnType<typeof ModelAnswered>['payload'];
export type Told = ReturnType<typeof ToolAnswered>['payload'];

/** A turn of an agent: the tries of its call, the tool calls of the answer, and what came of them. */
export interface Turn {
  readonly tries: Answered[];
  readonly told: (Told | undefined)[];
  readonly calls: readonly ToolCall[];
}

/** Why an agent has ended. */
export interface AgentEnding {
  readonly stopReason: string;
  /** Null when it ended well. */
  readonly error: string | null;
}

/** Most turns in a row in which every tool call failed. */
const mostFailedTurns = 3;
/** Most turns in a row with the same calls. */
const mostSameTurns = 5;

/** Whether the model makes no progress in the turns that have ended. Asked after every event of an agent: it looks at the last turns alone. */
export function endlessTurns(turns: readonly Turn[]): AgentEnding | undefined {
  const ended = lastWithCalls(turns, mostSameTurns);
  const failed = ended.slice(-mostFailedTurns);
  if (failed.length === mostFailedTurns && failed.every(({ told }) => told.every((each) => each?.outcome === 'failed'))) {
    const last = errorOf(failed.at(-1)?.told.at(-1));
    return { stopReason: 'tool-errors', error: `Every tool call failed in ${mostFailedTurns} turns in a row; the last one: ${last}` };
  }
  const [first, ...others] = ended;
  if (first === undefined || ended.length < mostSameTurns || !others.every((turn) => areSame(turn.calls, first.calls))) return undefined;
  return { stopReason: 'repeated-call', error: `The model made the same tool calls ${mostSameTurns} times in a row` };
}

/** The last turns in which tools were called, in their order. */
function lastWithCalls(turns: readonly Turn[], most: number): readonly Turn[] {
  const last: Turn[] = [];
  for (let at = turns.length - 1; at >= 0 && last.length < most; at -= 1) {
    const turn = turns[at];
    if (turn !== undefined && turn.calls.length > 0) last.unshift(turn);
  }
  return last;
}

function areSame(calls: readonly ToolCall[], others: readonly ToolCall[]): boolean {
  return (
    calls.length === others.length &&
    calls.every(({ name, arguments: given }, index) => name === others[index]?.name && given === others[index]?.arguments)
  );
}

interface DueModel {
  readonly candidate: number;
  /** How often all models were tried. */
  readonly round: number;
  /** The last failure had output, so no other model is asked. */
  readonly given: boolean;
  readonly ordinal: number;
}

/** Which of the models is due in the last turn. The one that answered last comes first. */
export function dueModel(turns: readonly Turn[], models: readonly PinnedModel[], maxTries: number): DueModel {
  let candidate = preferred(turns.slice(0, -1), models);
  let round = 0;
  let given = false;
  let ordinal = 0;
  for (const { outcome, parts } of turns.at(-1)?.tries ?? []) {
    if (outcome !== 'failed') continue;
    ordinal += 1;
    const isGiven = parts.length > 0;
    if (!isGiven && candidate + 1 < models.length) candidate += 1;
    else {
      candidate = 0;
      round += 1;
      given = isGiven && round >= maxTries;
    }
  }
  return { candidate, round, given, ordinal };
}

function preferred(turns: readonly Turn[], models: readonly PinnedModel[]): number {
  const last = turns.findLast(hasAnswer)?.tries.findLast(isAnswered);
  const isLast = ({ provider, model }: PinnedModel): boolean => last !== undefined && provider === last.provider && model === last.model;
  return Math.max(0, models.findIndex(isLast));
}

const isAnswered = ({ outcome }: Answered): boolean => outcome === 'answered';
const hasAnswer = ({ tries }: Turn): boolean => tries.some(isAnswered);

function errorOf(told: Told | undefined): string {
  const { value = null } = told?.result ?? {};
  return typeof value === 'string' ? value : JSON.stringify(value);
}
