import type { JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { PlannedBlock, PlannedTarget } from '#engine/graph/plan.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { holds } from '../../fields/expression-test.js';
import { fieldOf, fieldProblem } from '../../fields/field-problem.js';
import type { PublishedBlock } from '../../palette.js';
import { readConditions, type Condition } from './condition-list.js';
import { conditionPalette } from './condition-palette.js';

const format = 'must be a JSON list of entries with id, title and value';

/** What the block before says about itself is not passed on as if it were said about the decision. */
const notPassedOn: ReadonlySet<string> = new Set(['error', 'tokens', 'cost', 'model', 'toolCalls', 'providerTiming', '_pauseMetadata']);

/** Chooses the first branch whose expression holds. Most are decided here and now, the others in the sandbox. */
export const conditionBlock: PublishedBlock = {
  type: 'condition',
  palette: conditionPalette,
  check: (block) =>
    readConditions(fieldOf(block, 'conditions')) === null ? [fieldProblem(block, 'conditions', format, 'invalid_conditions')] : [],
  run: (block, context) => {
    const conditions = readConditions(block.params['conditions']);
    if (conditions === null) throw new BlockFailure(`conditions ${format}`, { status: 400 });
    const chosen = choose(conditions, 0, context);
    return chosen instanceof Promise ? chosen.then((condition) => resultOf(block, context, condition)) : resultOf(block, context, chosen);
  },
};

/** Looks at the entries one by one: an expression behind the chosen one is never evaluated, so it cannot fail. */
function choose(conditions: readonly Condition[], from: number, context: BlockContext): Condition | null | Promise<Condition | null> {
  for (const [index, condition] of conditions.entries()) {
    if (index < from) continue;
    const isTrue = condition.isElse || test(condition, index, context);
    if (isTrue instanceof Promise) return isTrue.then((isChosen) => (isChosen ? condition : choose(conditions, index + 1, context)));
    if (isTrue) return condition;
  }
  return null;
}

function test(condition: Condition, index: number, context: BlockContext): boolean | Promise<boolean> {
  const expression = { expression: condition.expression, part: String(index), names: { context: context.incoming } };
  try {
    const isTrue = holds(expression, context);
    return isTrue instanceof Promise ? isTrue.catch((error: unknown) => refuse(condition, error)) : isTrue;
  } catch (error) {
    return refuse(condition, error);
  }
}

function refuse({ title }: Condition, error: unknown): never {
  if (!(error instanceof BlockFailure)) throw error;
  const { input = null, cause } = error;
  throw new BlockFailure(`Condition "${title}": ${error.message}`, { status: 400, input, cause });
}

function resultOf({ targets }: PlannedBlock, { inputs, incoming }: BlockContext, chosen: Condition | null): BlockResult {
  const handle = chosen === null ? null : `condition-${chosen.id}`;
  const target = targets.find((each) => each.handle === handle);
  const passedOn = Object.entries(incoming).filter(([name]) => !notPassedOn.has(name));
  return {
    output: {
      ...Object.fromEntries(passedOn),
      conditionResult: chosen !== null,
      selectedPath: target === undefined ? null : pathTo(target),
      selectedOption: chosen?.id ?? null,
    },
    handle,
    input: inputs.seen,
  };
}

function pathTo({ blockId, blockType, blockTitle }: PlannedTarget): JsonObject {
  return { blockId, blockType, blockTitle };
}
