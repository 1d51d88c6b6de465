import type { TraceSpan } from '@sluice/client';

/** A block of two runs, in the same iteration of the same loop. */
export interface AlignedSpan {
  /** Name within the run, the same in both. */
  readonly node: string;
  readonly name: string;
  readonly type: string;
  readonly depth: number;
  readonly one: TraceSpan | undefined;
  readonly other: TraceSpan | undefined;
  /** What is different; empty when the block did the same in both. */
  readonly differences: readonly Difference[];
}

export type Difference = 'only one' | 'outcome' | 'input' | 'output';

/**
 * The blocks of two runs beside each other, in the order of the first one. What only the other has comes behind what it follows there.
 */
export function alignedSpans(one: readonly TraceSpan[], other: readonly TraceSpan[], depth = 0): readonly AlignedSpan[] {
  const theirs = new Map(other.map((span) => [nodeOf(span), span]));
  const rows: AlignedSpan[] = [];
  const add = (mine: TraceSpan | undefined, their: TraceSpan | undefined): void => {
    const shown = mine ?? their;
    if (shown === undefined) return;
    const { name, type } = shown;
    rows.push({ node: nodeOf(shown), name, type, depth, one: mine, other: their, differences: differencesOf(mine, their) });
    rows.push(...alignedSpans(mine?.children ?? [], their?.children ?? [], depth + 1));
  };
  const known = new Set(one.map(nodeOf));
  const following = new Map<string, TraceSpan[]>();
  let place = '';
  for (const span of other) {
    if (known.has(nodeOf(span))) place = nodeOf(span);
    else following.set(place, [...(following.get(place) ?? []), span]);
  }
  for (const span of following.get('') ?? []) add(undefined, span);
  for (const span of one) {
    add(span, theirs.get(nodeOf(span)));
    for (const next of following.get(nodeOf(span)) ?? []) add(undefined, next);
  }
  return rows;
}

/** The first block that received the same and did something else: where to look for the cause. */
export function causeOf(rows: readonly AlignedSpan[]): AlignedSpan | undefined {
  const blocks = rows.filter(({ one, other, type }) => one?.blockId !== undefined && other?.blockId !== undefined && !isStart.test(type));
  const isChanged = ({ differences }: AlignedSpan): boolean =>
    !differences.includes('input') && (differences.includes('output') || differences.includes('outcome'));
  return blocks.find((row) => isChanged(row) && !rows.some((inner) => inner.node.startsWith(`${row.node}[`) && isChanged(inner)));
}

/** What they give is the input of the run. */
const isStart = /^start|trigger$/;

function differencesOf(one: TraceSpan | undefined, other: TraceSpan | undefined): readonly Difference[] {
  if (one === undefined || other === undefined) return ['only one'];
  const isSame = (name: 'input' | 'output'): boolean => canonical(one[name]) === canonical(other[name]);
  return [
    ...(one.status === other.status && one.errorMessage === other.errorMessage ? [] : ['outcome' as const]),
    ...(isSame('input') ? [] : ['input' as const]),
    ...(isSame('output') ? [] : ['output' as const]),
  ];
}

/** The same text for equal values, whatever the order of their members. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ''
  );
}

/** The name within the run: the id of a span without its time. */
function nodeOf({ id, type }: TraceSpan): string {
  return type === 'workflow' ? 'run' : id.slice(0, Math.max(0, id.lastIndexOf('-')));
}
