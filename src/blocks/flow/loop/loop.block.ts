import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import type { BlockContext, ContainerEntry, PassDecision } from '../../block.js';
import { countIn, isWritten, itemsIn } from '../../fields/collection.js';
import { holds } from '../../fields/expression-test.js';
import type { PublishedBlock } from '../../palette.js';
import { loopPalette } from './loop-palette.js';

const entries = {
  for: ({ data }) => counted(countIn(data['count'])),
  forEach: ({ data }, { inputs }) => {
    const items = itemsIn(data['collection'], inputs);
    return { ...counted(items.length), items };
  },
  while: () => ({ ...counted(null), asksFirst: true }),
  doWhile: ({ data }) => counted(isWritten(data['doWhileCondition']) ? null : countIn(data['count'])),
} satisfies Record<string, (block: PlannedBlock, context: BlockContext) => ContainerEntry>;

type LoopType = keyof typeof entries;

/** Goes through the blocks inside it, once after the other. */
export const loopBlock: PublishedBlock = {
  type: 'loop',
  palette: loopPalette,
  check: () => [],
  enter: (block, context) => entries[typeOf(block)](block, context),
  goesOn: ({ data }, context, index) => {
    const expression = data['loopType'] === 'while' ? data['whileCondition'] : data['doWhileCondition'];
    return decide(typeof expression === 'string' ? expression : '', context, index);
  },
};

/** A condition that cannot be told ends the loop as if it did not hold; what it said stands in the trace. */
function decide(expression: string, context: BlockContext, index: number): PassDecision | Promise<PassDecision> {
  const isTrue = ask(expression, context);
  if (typeof isTrue !== 'boolean' && !(isTrue instanceof Promise)) return isTrue;
  return isTrue instanceof Promise ? isTrue.then((goesOn) => within(goesOn, index, context), undecided) : within(isTrue, index, context);
}

function ask(expression: string, context: BlockContext): boolean | Promise<boolean> | PassDecision {
  try {
    return holds({ expression, part: 'condition', read: truthText }, context);
  } catch (error) {
    return undecided(error);
  }
}

function undecided(error: unknown): PassDecision {
  if (!(error instanceof BlockFailure)) throw error;
  return { goesOn: false, problem: `The condition could not be decided, so the loop ended: ${error.message}` };
}

/** @throws BlockFailure when the loop has gone on for too long */
function within(goesOn: boolean, index: number, { mostPasses }: BlockContext): PassDecision {
  if (!goesOn || index < mostPasses) return { goesOn };
  throw new BlockFailure(`The loop was stopped after ${mostPasses} passes: its condition still holds`, { status: 400 });
}

function counted(count: number | null): ContainerEntry {
  return { count, items: null, atOnce: 1, asksFirst: false };
}

/** The author's truth values come as text where they were typed into a form. */
function truthText(value: Json): Json {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

/** Which one it is has been checked when the workflow was deployed. */
function typeOf({ data }: PlannedBlock): LoopType {
  const { loopType } = data;
  return typeof loopType === 'string' && Object.hasOwn(entries, loopType) ? (loopType as LoopType) : 'for';
}
