import type { Json, JsonObject } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';
import { defineBlock } from '../../define-block.js';
import { isFilled, isOpen } from '../../fields/blank.js';
import { refused } from '../../fields/field.js';
import type { FieldFault, ValuesOf } from '../../fields/field-set.js';
import { asWritten, choice, json, line, oneOf, text } from '../../fields/kinds.js';
import { anything, output } from '../../fields/schema.js';
import { decimal, wholeNumber } from '../../fields/strict.js';
import { keyField, modelField } from '../agent/model-fields.js';
import { metered, TooCostly } from '../answers/check-meter.js';
import { linearPattern } from '../answers/linear-pattern.js';
import { readFormat } from '../answers/response-format.js';
import { schemaCheck, uncheckable } from '../answers/schema-check.js';

const checks = ['json', 'regex', 'hallucination', 'pii'] as const;
const [whenJson, whenRegex] = [{ 'x-when': { validationType: ['json'] } }, { 'x-when': { validationType: ['regex'] } }];
const [whenGrounded, whenPersonal] = [{ 'x-when': { validationType: ['hallucination'] } }, { 'x-when': { validationType: ['pii'] } }];
const longestInput = 1024 * 1024;

const fields = {
  input: text('The text that is checked, such as `<agent1.content>`.').required('must say what is checked'),
  validationType: choice(
    'How it is checked: `json` whether it is JSON that fits a schema, `regex` whether it matches a pattern. The others are not possible yet.',
    checks,
    { default: 'json' },
  ),
  schema: json('The JSON Schema that the input has to fit: `{"type": "object", "required": ["total"]}`. Empty: any JSON.', {
    type: ['object', 'string'],
    ...whenJson,
  }),
  regex: text(
    'The pattern that has to be found in the input, such as `^[A-Z]{2}-\\d{6}$`. Look-around and back references are not possible.',
    whenRegex,
  ),
  knowledgeBaseId: line('The knowledge base that the input must agree with.', whenGrounded),
  model: modelField.convert((name) => name),
  threshold: decimal('Least score with which the input passes.', { default: 3, minimum: 0, maximum: 10, ...whenGrounded }),
  topK: wholeNumber('How many passages are compared at most.', { default: 10, minimum: 1, maximum: 100, ...whenGrounded }),
  piiEntityTypes: asWritten({ type: ['array', 'string'], description: 'What is looked for in the input.', ...whenPersonal }),
  piiMode: choice('What happens to what is found: the input does not pass, or it is masked.', ['block', 'mask'], {
    default: 'block',
    ...whenPersonal,
  }),
  piiLanguage: choice('What the input is written in.', ['en', 'es', 'it', 'pl', 'fi'], { default: 'en', ...whenPersonal }),
  piiCustomPatterns: asWritten({ type: ['array', 'string'], description: 'What else is looked for, as patterns.', ...whenPersonal }),
  apiKey: keyField,
};

/** Checks a text before or after a model. */
export const guardrailsBlock = defineBlock({
  type: 'guardrails',
  name: 'Guardrails',
  description: 'Checks whether a text is JSON that fits a schema, or matches a pattern.',
  category: 'work',
  fields,
  outputs: {
    input: output('string', 'What was checked.'),
    validationType: output('string', 'The check.'),
    passed: output('boolean', 'Whether the input passed.'),
    error: output('string', 'Why it did not pass.'),
    maskedText: output('string', 'Of a check for personal data.'),
    score: output('number', 'Of a check against a knowledge base.'),
    reasoning: output('string', 'Of a check against a knowledge base.'),
    detectedEntities: anything('Of a check for personal data.'),
  },
  handles: ['source', 'error'],
  check: guardrailFaults,
  run: (values) => {
    const { input, validationType } = values;
    if (input.length > longestInput) throw refused('input', 'must not be longer than 1 MB');
    const problem = validationType === 'json' ? jsonProblem(input, values) : patternProblem(input, values);
    const found: JsonObject = { input, validationType, passed: problem === null };
    return { output: problem === null ? found : { ...found, error: problem } };
  },
});

type Values = ValuesOf<typeof fields>;

/** Why the input does not pass; null if it does. @throws BlockFailure for a schema that cannot be used, and where the check cannot tell */
function jsonProblem(input: string, { schema }: Values): string | null {
  const value = parseJson(input);
  if (value === undefined) return 'The input is not JSON';
  const { format, fault } = readFormat(schema);
  if (fault !== undefined) throw refused('schema', fault);
  const check = schemaCheck(format?.schema ?? {});
  const problem = check.fault === undefined ? check.problem(value) : check.fault.what;
  if (problem === uncheckable) throw refused('input', problem);
  return problem === null ? null : `The input does not fit the schema: ${problem}`;
}

/** @throws BlockFailure for a pattern that cannot be used, and for other checks */
function patternProblem(input: string, { validationType, regex }: Values): string | null {
  if (validationType !== 'regex') throw refused('validationType', unsupported(validationType));
  if (regex === '') throw refused('regex', 'is missing');
  const pattern = linearPattern(regex);
  if (pattern.problem !== undefined) throw refused('regex', pattern.problem);
  try {
    return metered(() => pattern.test(input)) ? null : 'The input does not match the pattern';
  } catch (error) {
    if (error instanceof TooCostly) throw refused('regex', 'takes too long for an input of this length');
    throw error;
  }
}

function unsupported(check: string): string {
  return `"${check}" cannot be checked by this server yet; it can check json and regex`;
}

function guardrailFaults({
  validationType,
  regex,
  schema,
}: Readonly<Record<keyof typeof fields, Json | undefined>>): readonly FieldFault[] {
  const check = isFilled(validationType) ? validationType : 'json';
  if (!checks.some((each) => each === check)) return [{ field: 'validationType', what: oneOf(checks), code: 'invalid_choice' }];
  if (check === 'hallucination' || check === 'pii')
    return [{ field: 'validationType', what: unsupported(check), code: 'unsupported_check' }];
  if (check === 'json') {
    const { fault } = isOpen(schema) ? {} : readFormat(schema);
    return fault === undefined ? [] : [{ field: 'schema', what: fault, code: 'invalid_schema' }];
  }
  if (!isFilled(regex)) return [{ field: 'regex', what: 'must have a pattern', code: 'required' }];
  const problem = isOpen(regex) || typeof regex !== 'string' ? undefined : linearPattern(regex).problem;
  return problem === undefined ? [] : [{ field: 'regex', what: problem, code: 'invalid_pattern' }];
}
