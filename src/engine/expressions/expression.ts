import { parse } from 'acorn';
import type { CodeTemplate } from '../texts/code.js';
import { compileNode, type Environment, type Evaluate } from './expression-compiler.js';
import { BeyondInterpreter, Fuel, type Value } from './expression-values.js';

/** A condition: read once, evaluated as often as data comes along. */
export interface Expression {
  /** What the sandbox runs when the interpreter declines. */
  readonly template: CodeTemplate;
  /**
   * The result that JavaScript would give, or null where only JavaScript itself can tell: the caller then asks the sandbox.
   * @throws ExpressionError where JavaScript would throw
   */
  evaluate(environment: Environment, fuel?: Fuel): { readonly value: Value } | null;
}

const declines = (): null => null;

/** An expression that the sandbox alone evaluates: to interpret it, it would have to be parsed here. */
export function uninterpreted(template: CodeTemplate): Expression {
  return { template, evaluate: declines };
}

export function compileExpression(template: CodeTemplate): Expression {
  const run = compile(template.code);
  if (run === null) return uninterpreted(template);
  return { template, evaluate: (environment, fuel = new Fuel()) => orBeyond(() => ({ value: run({ environment, fuel }) })) };
}

function compile(code: string): Evaluate | null {
  return orBeyond(() => {
    // The sandbox is strict, too: `010` is no number there.
    const [, statement, ...others] = parse(`"use strict";(${code}\n)`, { ecmaVersion: 'latest', sourceType: 'script' }).body;
    return statement?.type === 'ExpressionStatement' && others.length === 0 ? compileNode(statement.expression) : null;
  });
}

/** Syntax errors go to the sandbox too, which words them; so does what is nested deeper than the stack. */
function orBeyond<Result>(attempt: () => Result): Result | null {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof BeyondInterpreter || error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
