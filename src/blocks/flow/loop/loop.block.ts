import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockContext, ContainerEntry, PassDecision } from '../../block.js';
import { defineBlock } from '../../define-block.js';
import { collection, countIn, defaultCount, itemsOf } from '../../fields/collection.js';
import { holds } from '../../fields/expression-test.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { choice, javascript, writtenNumber } from '../../fields/kinds.js';
import { anything } from '../../fields/schema.js';
import { CodeSandbox } from '../../ports/code-sandbox.js';

type LoopContext = BlockContext<typeof CodeSandbox>;

const fields = {
  loopType: choice(
    'How many passes there are: `for` a number of them, `forEach` one for each item, `while` and `doWhile` as long as a condition is true.',
    ['for', 'forEach', 'while', 'doWhile'],
    { default: 'for' },
  ),
  count: writtenNumber('How many passes. Empty or 0: 5. With `doWhile` it counts only if there is no condition.', {
    type: 'number',
    minimum: 0,
    default: defaultCount,
    'x-when': { loopType: ['for', 'doWhile'] },
  }).as(countIn),
  collection: collection('A list such as `<start.orders>`: one pass for each item. The items of an object are `[key, value]`.', {
    'x-when': { loopType: ['forEach'] },
  }),
  whileCondition: javascript(
    'JavaScript that is asked before each pass: there is none if it is not true. `<loop.index> < 10` is true ten times.',
    { 'x-when': { loopType: ['while'] } },
  ),
  doWhileCondition: javascript('JavaScript that is asked after each pass: another one follows if it is true.', {
    'x-when': { loopType: ['doWhile'] },
  }),
};

type LoopFields = ValuesOf<typeof fields>;

const entries: Readonly<Record<LoopFields['loopType'], (values: LoopFields) => ContainerEntry>> = {
  for: ({ count }) => counted(count),
  forEach: (values) => {
    const items = itemsOf(values.collection);
    return { ...counted(items.length), items };
  },
  while: () => ({ ...counted(null), asksFirst: true }),
  doWhile: (values) => counted(values.doWhileCondition.trim() === '' ? values.count : null),
};

/** Runs the blocks inside it in one pass after the other. */
export const loopBlock = defineBlock({
  type: 'loop',
  name: 'Loop',
  description: 'Goes through the blocks inside it, once after the other.',
  category: 'control',
  fields,
  outputs: { results: anything('A list for each pass in which a block ended: the outputs of the blocks directly inside, as they ended.') },
  handles: ['loop-start-source', 'loop-end-source', 'error'],
  needs: [CodeSandbox],
  enter: (values) => entries[values.loopType](values),
  goesOn: (values, context, index) => decide(values.loopType === 'while' ? values.whileCondition : values.doWhileCondition, context, index),
});

/** A condition that cannot be evaluated ends the loop like one that is false; the trace shows its error. */
function decide(expression: string, context: LoopContext, index: number): PassDecision | Promise<PassDecision> {
  const isTrue = ask(expression, context);
  if (typeof isTrue !== 'boolean' && !(isTrue instanceof Promise)) return isTrue;
  return isTrue instanceof Promise ? isTrue.then((goesOn) => within(goesOn, index, context), undecided) : within(isTrue, index, context);
}

function ask(expression: string, context: LoopContext): boolean | Promise<boolean> | PassDecision {
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

/** @throws BlockFailure when the loop has reached its most passes */
function within(goesOn: boolean, index: number, { mostPasses }: LoopContext): PassDecision {
  if (!goesOn || index < mostPasses) return { goesOn };
  throw new BlockFailure(`The loop was stopped after ${mostPasses} passes: its condition still holds`, { status: 400 });
}

function counted(count: number | null): ContainerEntry {
  return { count, items: null, atOnce: 1, asksFirst: false };
}

/** Truth values that were typed into a form are text. */
function truthText(value: Json): Json {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}
