import {
  BlockCompleted,
  BlockFailed,
  ChildEntered,
  ContainerEntered,
  PassDecided,
  type ExecutionEvent,
  type ExecutionFact,
} from '../execution.events.js';

/**
 * What a replay that begins with the block `from` takes over of the run that it repeats: how blocks ended, and which containers and
 * workflows were entered, up to the first fact about that block. Whatever had not ended by then begins again: a block that waited,
 * a call without an answer, and a block whose failure was about to end the workflow. `from` is a name within the run, or the id of a
 * block, which stands for the first time that it ran. All of it happened, for the replay, `at` its beginning (ISO 8601).
 * @returns undefined when the block did not run
 */
export function replayedFacts(history: readonly ExecutionFact[], from: string, at: string): readonly ExecutionEvent[] | undefined {
  const end = beginningOf(history, from);
  return end === -1 ? undefined : history.slice(0, end).flatMap((fact) => copied(fact, at));
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
    case 'execution.pass-decided':
      return [PassDecided({ ...payload, at })];
    default:
      return [];
  }
}
