import type { ExecutionEvent } from '../../../src/engine/execution.events.js';
import type { GraphSpec } from './graph-spec.js';
import type { SimulatedRun } from './simulation.js';

interface Settled {
  readonly path: string;
  readonly id: string;
  readonly position: number;
  readonly startedAt: string;
  readonly endedAt: string;
}

interface Entered {
  readonly node: string;
  readonly atOnce: number;
}

/** Whether blocks waited for those before them, and passes for those before them. */
export function orderProblems({ spec, events }: SimulatedRun): readonly string[] {
  const all = events as unknown as readonly ExecutionEvent[];
  const settled = all.flatMap((event, position): Settled[] => {
    if (event.type !== 'execution.block-completed' && event.type !== 'execution.block-failed') return [];
    const { node, blockId: id, startedAt, endedAt } = event.payload;
    return [{ path: node.slice(0, -id.length), id, position, startedAt, endedAt }];
  });
  const entered = all.flatMap((event): Entered[] => (event.type === 'execution.container-entered' ? [event.payload] : []));
  return [...joinProblems(spec.workflows, settled), ...entered.flatMap((container) => passProblems(container, settled))];
}

function joinProblems(workflows: readonly GraphSpec[], settled: readonly Settled[]): string[] {
  const before = new Map<string, string[]>();
  for (const { from, to } of workflows.flatMap(edgesIn)) before.set(to, [...(before.get(to) ?? []), from]);
  const known = new Map(settled.map((each) => [`${each.path}${each.id}`, each]));
  return settled.flatMap((each) => {
    const sources = (before.get(each.id) ?? []).flatMap((from) => known.get(`${each.path}${from}`) ?? []);
    const early = sources.filter(({ position, endedAt }) => position > each.position || endedAt > each.startedAt);
    return early.map(({ id }) => `${each.path}${each.id} did not wait for ${id}`);
  });
}

function edgesIn({ nodes, edges }: GraphSpec): readonly { from: string; to: string }[] {
  return [...edges, ...nodes.flatMap((node) => ('inner' in node ? edgesIn(node.inner) : []))];
}

/** Passes begin at their first event and end at their last: what lies between shows how many there are at once. */
function passProblems({ node, atOnce }: Entered, settled: readonly Settled[]): string[] {
  const passes = new Map<number, { first: number; last: number; startedAt: string; endedAt: string }>();
  for (const { path, position, startedAt, endedAt } of settled) {
    if (!path.startsWith(`${node}[`)) continue;
    const index = Number.parseInt(path.slice(node.length + 1), 10);
    const pass = passes.get(index) ?? { first: position, last: position, startedAt, endedAt };
    const [from, to] = [startedAt < pass.startedAt ? startedAt : pass.startedAt, endedAt > pass.endedAt ? endedAt : pass.endedAt];
    passes.set(index, { ...pass, last: position, startedAt: from, endedAt: to });
  }
  const all = [...passes];
  const crowd = all.map(([, { first }]) => all.filter(([, other]) => other.first <= first && other.last >= first).length);
  const problems = crowd.some((count) => count > atOnce) ? [`${node} has more than ${atOnce} passes at once`] : [];
  if (atOnce > 1) return problems;
  const isMixedUp = all.some(([index], place) => index !== place);
  const isEarly = all.some(([, pass], place) => place > 0 && (all[place - 1]?.[1].endedAt ?? '') > pass.startedAt);
  return [...problems, ...(isMixedUp || isEarly ? [`The passes of ${node} do not follow each other`] : [])];
}
