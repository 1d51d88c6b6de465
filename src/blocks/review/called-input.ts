import { isJsonObject, type Json } from '#kernel/json.js';
import type { Block } from '#document/document.js';
import { parseJson } from '#engine/values/json-text.js';
import { isFilled, isOpen } from '../fields/blank.js';
import { sentValue } from '../flow/start/input-format.js';
import { inputProblems } from '../flow/start/strict-input.js';
import { valuesOf } from './field-texts.js';
import { finding, type Finding } from './finding.js';
import type { WorkspaceFacts } from './named-things.js';

/**
 * The mistakes of what a block sends to a workflow that checks its input, as far as it is written down: values with references are known in a
 * run only. These are warnings, since the other workflow may be deployed again before the block runs.
 */
export function callFindings(block: Block, { strictInputs }: WorkspaceFacts): readonly Finding[] {
  if (block.type !== 'workflow' && block.type !== 'workflow_input') return [];
  const values = valuesOf(block);
  const { workflowId } = values;
  const fields = typeof workflowId === 'string' ? strictInputs.get(workflowId) : undefined;
  const field = isFilled(values['inputMapping']) ? 'inputMapping' : 'input';
  const input = written(values[field]);
  if (fields === undefined || input === undefined) return [];
  const sent = isJsonObject(input) ? input : {};
  const sure = inputProblems(fields, input).filter(({ path: [name] }) => !isOpenInside(sentValue(sent, String(name))));
  return sure.map(({ message }) =>
    finding({ block, field, code: 'input_not_taken', what: `does not fit the input of the workflow: ${message}` }),
  );
}

/** What is sent; undefined if a run makes it. */
function written(value: Json | undefined): Json | undefined {
  if (!isFilled(value)) return {};
  if (typeof value !== 'string') return value;
  return isOpen(value) ? undefined : parseJson(value);
}

function isOpenInside(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return isOpen(value);
  return Object.values(value).some(isOpenInside);
}
