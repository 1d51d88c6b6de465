import type { RecordedEvent } from '#kernel/event.js';
import type { ExecutionEvent } from '../../../src/engine/execution.events.js';
import { secretValue } from './graph-spec.js';
import type { SimulatedRun } from './simulation.js';

const ends: ReadonlySet<string> = new Set(['execution.completed', 'execution.failed', 'execution.cancelled']);
const jobEnds: ReadonlySet<string> = new Set(['job.completed', 'job.failed', 'job.cancelled']);
const settles: ReadonlySet<string> = new Set(['execution.block-completed', 'execution.block-failed']);

/** Returns the violations of the rules that hold for every run under every fault. */
export function streamProblems({ events, jobEvents, mode, items, outside }: SimulatedRun): readonly string[] {
  return [
    ...holes('run', events),
    ...holes('job', jobEvents),
    ...(mode === 'async' ? ending('job', jobEvents, jobEnds) : []),
    // A run that was not yet acknowledged may be lost, and a job may be cancelled before it begins.
    ...(events.length > 0 ? ending('run', events, ends) : []),
    ...(events.length === 0 && mode === 'async' && jobEvents.at(-1)?.type !== 'job.cancelled' ? ['The job ended without a run'] : []),
    ...agreement(events, jobEvents),
    ...repetitions(events),
    ...pauses(events),
    ...(items > 0 ? [`${items} items of work are left over`] : []),
    ...(JSON.stringify([events, jobEvents]).includes(secretValue) ? ['An event contains the value of a secret'] : []),
    ...effectsDone(events, outside),
  ];
}

function holes(what: string, events: readonly RecordedEvent[]): string[] {
  return events.every(({ position }, index) => position === index + 1) ? [] : [`The stream of the ${what} has a hole or a fork`];
}

function ending(what: string, events: readonly RecordedEvent[], kinds: ReadonlySet<string>): string[] {
  const count = events.filter(({ type }) => kinds.has(type)).length;
  if (count !== 1) return [`The ${what} has ended ${count} times`];
  return kinds.has(events.at(-1)?.type ?? '') ? [] : [`The ${what} has gone on after its end`];
}

function agreement(events: readonly RecordedEvent[], jobEvents: readonly RecordedEvent[]): string[] {
  const [run, job] = [events.at(-1)?.type, jobEvents.at(-1)?.type];
  if (run === undefined || job === undefined) return [];
  return run.split('.')[1] === job.split('.')[1] ? [] : [`The run ended by ${run}, its job by ${job}`];
}

/** What may be recorded once for a node, and what must not be recorded any more. */
function repetitions(events: readonly RecordedEvent[]): string[] {
  const seen = new Set<string>();
  const settled = new Set<string>();
  const problems: string[] = [];
  for (const { type, payload } of events as unknown as readonly ExecutionEvent[]) {
    if (!('node' in payload)) continue;
    const { node } = payload;
    const ended = [...around(node), node].find((each) => settled.has(each));
    if (ended !== undefined) problems.push(`${ended} had ended before ${type} of ${node}`);
    const name = `${node} ${type} ${'index' in payload ? payload.index : ''}`;
    if (seen.has(name) && type !== 'execution.effect-intended') problems.push(`${name} twice`);
    seen.add(name);
    if (settles.has(type)) settled.add(node);
  }
  return problems;
}

/** Returns the containers and called workflows that contain the node, as nodes. */
export function around(node: string): readonly string[] {
  return [...node.matchAll(/(?:\[\d+\]|\(\))\//g)].map(({ index }) => node.slice(0, index));
}

function pauses(events: readonly RecordedEvent[]): string[] {
  const all = events as unknown as readonly ExecutionEvent[];
  return all.flatMap((event, index) => {
    const next = all[index + 1];
    if (event.type !== 'execution.paused') return [];
    if (next?.type === 'execution.cancelled' || next?.type === 'execution.failed') return [];
    if (next?.type !== 'execution.resumed') return [`A pause was followed by ${next?.type ?? 'nothing'}`];
    return next.payload.at >= String(event.payload.resumeAt) ? [] : ['The run went on before its pause was over'];
  });
}

/** What a block says that the outside told it is what the outside says. */
function effectsDone(events: readonly RecordedEvent[], outside: SimulatedRun['outside']): string[] {
  return (events as unknown as readonly ExecutionEvent[]).flatMap((event) => {
    if (event.type !== 'execution.block-completed') return [];
    const effects = Object.entries((event.payload.output['effects'] ?? {}) as Record<string, unknown>);
    return effects
      .filter(([key, value]) => outside.effects.get(key)?.value !== value)
      .map(([key]) => `${event.payload.node} has a wrong answer to ${key}`);
  });
}
