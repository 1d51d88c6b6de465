import { SandboxFailure } from '#infrastructure/sandbox/sandbox.js';
import type { JsonObject } from '#kernel/json.js';
import { BlockFailure } from '../../engine/block-failure.js';
import { ExpressionError } from '../../engine/expression-values.js';
import type { PlannedBlock, PlannedTarget } from '../../engine/plan.js';
import type { BlockContext, BlockDefinition, BlockResult } from '../block.js';
import { fieldOf, fieldProblem } from '../field-problem.js';
import { readConditions, type Condition } from './condition-list.js';

const format = 'must be a JSON list of entries with id, title and value';
const evaluationLimitMs = 5_000;

/** What the block before says about itself is not passed on as if it were said about the decision. */
const notPassedOn: ReadonlySet<string> = new Set(['error', 'tokens', 'cost', 'model', 'toolCalls', 'providerTiming', '_pauseMetadata']);

/** Chooses the first branch whose expression holds. Most are decided here and now, the others in the sandbox. */
export const conditionBlock: BlockDefinition = {
  type: 'condition',
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
    const holds = condition.isElse || test(condition, index, context);
    if (holds instanceof Promise) return holds.then((isTrue) => (isTrue ? condition : choose(conditions, index + 1, context)));
    if (holds) return condition;
  }
  return null;
}

function test(condition: Condition, index: number, context: BlockContext): boolean | Promise<boolean> {
  if (condition.expression.trim() === '') return false;
  try {
    const bound = context.inputs.expression(condition.expression, { context: context.incoming });
    return bound.kind === 'value' ? Boolean(bound.value) : inSandbox(condition, index, { ...bound, context });
  } catch (error) {
    throw namingEntry(condition, error, context);
  }
}

async function inSandbox(
  condition: Condition,
  index: number,
  { code, bindings, context }: { code: string; bindings: JsonObject; context: BlockContext },
): Promise<boolean> {
  const { sandbox, tenant, program, signal } = context;
  try {
    const { result } = await sandbox.run({
      tenant,
      program: `${program}#${String(index)}`,
      // The line break ends a comment of the author's.
      code: `return Boolean(${code}\n)`,
      bindings,
      timeoutMs: Math.max(1, Math.min(evaluationLimitMs, context.remainingMs())),
      signal,
    });
    return result === true;
  } catch (error) {
    throw namingEntry(condition, error, context);
  }
}

function namingEntry({ title }: Condition, error: unknown, { inputs }: BlockContext): unknown {
  const isOurs = error instanceof ExpressionError || error instanceof SandboxFailure || error instanceof BlockFailure;
  return isOurs ? new BlockFailure(`Condition "${title}": ${error.message}`, { status: 400, input: inputs.seen, cause: error }) : error;
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
