import type { JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { PlannedTarget } from '#engine/graph/plan.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { defineBlock, type FieldAdvice } from '../../define-block.js';
import { holds } from '../../fields/expression-test.js';
import { asWritten, javascript, list } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { CodeSandbox } from '../../ports/code-sandbox.js';
import { readConditions, type Condition } from './condition-list.js';

type ConditionContext = BlockContext<typeof CodeSandbox>;

const format = 'must be a JSON list of entries with id, title and value';

/** Outputs about the work of the block before, which are not passed on. */
const notPassedOn: ReadonlySet<string> = new Set(['error', 'tokens', 'cost', 'model', 'toolCalls', 'providerTiming', '_pauseMetadata']);

/** Chooses the first branch whose expression is true. Most expressions are evaluated in this process, the others in the sandbox. */
export const conditionBlock = defineBlock({
  type: 'condition',
  name: 'Condition',
  description: 'Chooses the first branch whose expression holds. When none does and there is no else, nothing behind it runs.',
  category: 'control',
  fields: {
    conditions: list('The branches, tried from top to bottom. The first one that is true is taken.', {
      id: asWritten({
        type: 'string',
        description: '`<id of the block>-<anything>`. The handle of the branch is `condition-<id>`.',
      }).required('is missing'),
      title: asWritten({
        type: 'string',
        description: 'Name of the branch, such as `Large order`. One named `else` is true when it is reached.',
      }),
      value: javascript('JavaScript that is true or false: `<start.amount> > 100`. Empty: never true.'),
    }).parsed(readConditions, format, 'invalid_conditions'),
  },
  outputs: {
    conditionResult: output('boolean', 'Whether a branch was chosen.'),
    selectedOption: output(['string', 'null'], 'The id of the chosen branch.'),
    selectedPath: output(['object', 'null'], 'Where the chosen branch leads: `blockId`, `blockType`, `blockTitle`.'),
    '<field>': { description: 'Each field of the block before is passed on.' },
  },
  handles: ['condition-<id>', 'error'],
  needs: [CodeSandbox],
  advise: ({ conditions }) => unreachable(readConditions(conditions) ?? []),
  run: ({ conditions }, context) => {
    const chosen = choose(conditions, 0, context);
    return chosen instanceof Promise ? chosen.then((condition) => resultOf(context, condition)) : resultOf(context, chosen);
  },
});

function unreachable(conditions: readonly Condition[]): readonly FieldAdvice[] {
  const last = conditions.findIndex(({ isElse }) => isElse);
  return conditions.flatMap((_, index) => {
    if (last < 0 || index <= last) return [];
    const what = 'names a branch that is never reached: the branch else before it is always taken';
    return [{ field: `conditions.${index}.title`, what, code: 'unreachable_branch' }];
  });
}

/** Evaluates the branches in order. An expression behind the chosen one is never evaluated, so it cannot fail. */
function choose(conditions: readonly Condition[], from: number, context: ConditionContext): Condition | null | Promise<Condition | null> {
  for (const [index, condition] of conditions.entries()) {
    if (index < from) continue;
    const isTrue = condition.isElse || test(condition, index, context);
    if (isTrue instanceof Promise) return isTrue.then((isChosen) => (isChosen ? condition : choose(conditions, index + 1, context)));
    if (isTrue) return condition;
  }
  return null;
}

function test(condition: Condition, index: number, context: ConditionContext): boolean | Promise<boolean> {
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

function resultOf({ block, inputs, incoming }: ConditionContext, chosen: Condition | null): BlockResult {
  const handle = chosen === null ? null : `condition-${chosen.id}`;
  const target = block.targets.find((each) => each.handle === handle);
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
