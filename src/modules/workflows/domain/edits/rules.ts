import { blockRules } from './kinds/block-rules.js';
import { documentRules } from './kinds/document-rules.js';
import { edgeRules } from './kinds/edge-rules.js';
import { fieldRules } from './kinds/field-rules.js';
import type { DraftOperation } from './operation.js';
import type { Rule, Rules } from './rule.js';

const rules: Rules<DraftOperation['op']> = { ...blockRules, ...fieldRules, ...edgeRules, ...documentRules };

/** The rule of an operation, for this operation. */
export function ruleOf(operation: DraftOperation): Rule<DraftOperation> {
  // The name of an operation selects the rule of its kind, which the type of the table cannot say.
  return rules[operation.op] as Rule<never> as Rule<DraftOperation>;
}

/** Whether two operations that were made for the same draft change the same part of it. */
export function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
