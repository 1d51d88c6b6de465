import { SandboxFailure } from '#world/sandbox/sandbox.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import { ExpressionError } from '#engine/expressions/expression-values.js';
import type { BlockContext } from '../block.js';
import { CodeSandbox } from '../ports/code-sandbox.js';

const evaluationLimitMs = 5_000;

type ExpressionContext = BlockContext<typeof CodeSandbox>;

export interface ExpressionTest {
  readonly expression: string;
  /** Distinguishes the expressions of one block. */
  readonly part: string;
  /** Further constants that it may use. */
  readonly names?: JsonObject;
  /** How the value of a reference enters the expression; by default as it is. */
  readonly read?: (value: Json) => Json;
}

/**
 * Whether an author's expression is true. Most are evaluated in this process, the others in the sandbox.
 * @throws BlockFailure when it cannot be evaluated
 */
export function holds({ expression, part, names, read }: ExpressionTest, context: ExpressionContext): boolean | Promise<boolean> {
  if (expression.trim() === '') return false;
  try {
    const bound = context.inputs.expression(expression, names, read);
    return bound.kind === 'value' ? Boolean(bound.value) : inSandbox(part, bound, context);
  } catch (error) {
    throw worded(error, context);
  }
}

async function inSandbox(
  part: string,
  { code, bindings }: { code: string; bindings: JsonObject },
  context: ExpressionContext,
): Promise<boolean> {
  const { tenant, program, signal } = context;
  try {
    const { result } = await context.use(CodeSandbox).run({
      tenant,
      program: `${program}#${part}`,
      // The line break ends a comment of the author's.
      code: `return Boolean((${code}\n))`,
      bindings,
      timeoutMs: Math.max(1, Math.min(evaluationLimitMs, context.remainingMs())),
      signal,
    });
    return result === true;
  } catch (error) {
    throw worded(error, context);
  }
}

function worded(error: unknown, { inputs }: ExpressionContext): unknown {
  const isOurs = error instanceof ExpressionError || error instanceof SandboxFailure || error instanceof BlockFailure;
  const status = error instanceof SandboxFailure && error.kind === 'busy' ? 503 : 400;
  return isOurs ? new BlockFailure(error.message, { status, input: inputs.seen, cause: error }) : error;
}
