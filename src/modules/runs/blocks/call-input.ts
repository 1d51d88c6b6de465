import { inputFields } from '#blocks/flow/start/input-format.js';
import { inputProblems } from '#blocks/flow/start/strict-input.js';
import type { CallableWorkflow } from '#blocks/ports/workflows.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { Json } from '#kernel/json.js';

/** Checks the input of a call against the fields that a workflow with `strictInput` declares. @throws BlockFailure naming the fields */
export function requireCallInput({ name, plan }: CallableWorkflow, input: Json): void {
  if (!plan.strictInput) return;
  const problems = inputProblems(inputFields(plan.start.params['inputFormat']), input);
  if (problems.length === 0) return;
  const told = problems.map(({ message }) => message).join('; ');
  throw new BlockFailure(`"${name}" does not take this input: ${told}`, { status: 400, input });
}
