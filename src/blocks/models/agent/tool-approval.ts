import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { AgentTool, ToolApproval } from '#engine/agents/agent-request.js';
import { parseJson } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import type { Fault } from '../../fields/field.js';
import { readQuestion } from '../../people/human-in-the-loop/question.js';
import type { Reading } from '../../people/human-in-the-loop/reading.js';

/** Who is asked about tool calls, and the rule for tools that have none. */
export interface ApprovalRule {
  readonly approval: ToolApproval | undefined;
  readonly tools: AgentTool['approval'] | 'writes';
}

const rules = ['never', 'writes', 'always'] as const;
const known: ReadonlySet<string> = new Set([
  'tools',
  'approvers',
  'requiredApprovals',
  'expiresAfter',
  'expiresIn',
  'expiresUnit',
  'onExpiry',
]);

/** Reads the rule of a block, as far as the reading knows its values. */
export function readApproval(
  written: Json | undefined,
  reading: Reading,
): { readonly rule: ApprovalRule; readonly faults: readonly Fault[] } {
  const none: ApprovalRule = { approval: undefined, tools: 'never' };
  if (!isFilled(written)) return { rule: none, faults: [] };
  const value = typeof written === 'string' ? (parseJson(written) ?? written) : written;
  const word = rules.find((each) => each === value);
  if (word !== undefined) return { rule: { ...none, tools: word }, faults: [] };
  if (!isJsonObject(value))
    return { rule: none, faults: [{ what: `must be an object, or one of ${rules.join(', ')}`, code: 'invalid_approval' }] };
  const { approvers, requiredApprovals, expiresAfter, expiresIn, expiresUnit, onExpiry, tools } = value;
  const isTwice = isFilled(expiresAfter) && isFilled(expiresIn);
  const span = isFilled(expiresAfter) ? expiresAfter : expiresIn;
  const unknown = Object.keys(value).filter((name) => !known.has(name));
  const unset = {
    inputFormat: undefined,
    defaultInput: undefined,
    remindAfter: undefined,
    remindUnit: undefined,
    notificationUrl: undefined,
  };
  const { question, faults } = readQuestion({ ...unset, approvers, requiredApprovals, expiresAfter: span, expiresUnit, onExpiry }, reading);
  const rule = rules.find((each) => each === (isFilled(tools) ? tools : 'never'));
  const own = [
    ...unknown.map((name) => ({ what: `has an unknown field "${name}"`, code: 'invalid_approval' })),
    ...(isTwice ? [{ what: 'must not have both expiresAfter and expiresIn', code: 'invalid_approval' }] : []),
    ...(rule === undefined ? [{ what: `.tools must be one of ${rules.join(', ')}`, code: 'invalid_approval' }] : []),
    ...faults.map(({ field, what }) => ({ what: `.${nameOf(field, value)} ${what}`, code: 'invalid_approval' })),
  ];
  const { approvers: people, requiredApprovals: count, expiresMs, onExpiry: action } = question;
  const approval = { approvers: [...people], requiredApprovals: count, expiresInMs: expiresMs, onExpiry: action };
  return { rule: { approval, tools: rule ?? 'never' }, faults: own };
}

/** The name of a field as the author wrote it. */
function nameOf(field: string, { expiresAfter, expiresIn }: JsonObject): string {
  return field === 'expiresAfter' && !isFilled(expiresAfter) && isFilled(expiresIn) ? 'expiresIn' : field;
}
