import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { parseJson, plainText } from '#engine/values/json-text.js';
import { isFilled, isOpen } from '../../fields/blank.js';
import type { FieldFault, WrittenOf } from '../../fields/field-set.js';
import { coerce } from '#engine/values/coerce.js';
import { entriesIn, oneOf } from '../../fields/kinds.js';
import type { FieldAdvice } from '../../define-block.js';
import { asWritten } from '../../people/human-in-the-loop/reading.js';
import { readFormat } from '../answers/response-format.js';
import { strictFindings } from '../answers/strict-schema.js';
import { agentOutputs } from '../outputs/agent-output.js';
import { skillsIn } from '../prompt/skills.js';
import { toolFaults } from '../tools/agent-tools.js';
import { storedTools, type StoredTool } from '../tools/stored-tools.js';
import { agentFields } from './agent-fields.js';
import { mostFallbacks, namesIn } from './model-choice.js';
import { secretsIn } from './shown-field.js';
import { readApproval } from './tool-approval.js';

type Written = WrittenOf<typeof agentFields>;

const nothingToAsk = 'must have a message, such as [{"role": "user", "content": "<start.question>"}]';

/** The faults of an agent that show before any run. */
export function agentFaults(written: Written): readonly FieldFault[] {
  return [
    ...promptFaults(written),
    ...memoryFaults(written),
    ...summaryFaults(written),
    ...formatFaults(written),
    ...toolsFaults(written),
    ...skillFaults(written),
    ...fileFaults(written),
    ...wordFaults(written),
    ...fallbackFaults(written),
  ];
}

/** Fields that are one of several words, true or false, and have a value. A run takes the default for any other word. */
function wordFields(written: Written): readonly (readonly [field: keyof Written, words: readonly Json[], value: Json])[] {
  return (Object.keys(agentFields) as (keyof Written)[]).flatMap((field) => {
    const { schema } = agentFields[field];
    const value = written[field];
    return 'enum' in schema && isFilled(value) ? [[field, schema['enum'] as readonly Json[], value] as const] : [];
  });
}

function wordFaults(written: Written): readonly FieldFault[] {
  return wordFields(written).flatMap(([field, words, value]) => {
    const isFlag = words.includes(true);
    if (isOpen(value) || words.includes(isFlag ? coerce('boolean', value) : value)) return [];
    return [{ field, what: isFlag ? 'must be true or false' : oneOf(words.map(String)), code: 'invalid_choice' }];
  });
}

function fallbackFaults({ fallbackModels }: Written): readonly FieldFault[] {
  if (isOpen(fallbackModels)) return [];
  const { length } = namesIn(typeof fallbackModels === 'string' ? (parseJson(fallbackModels) ?? fallbackModels) : fallbackModels);
  if (length <= mostFallbacks) return [];
  return [{ field: 'fallbackModels', what: `names ${length} models; at most ${mostFallbacks} are possible`, code: 'too_many_models' }];
}

function promptFaults({ messages, systemPrompt, userPrompt, memories, memoryType }: Written): readonly FieldFault[] {
  const fault = (field: string, what: string, code: string): FieldFault[] => [{ field, what, code }];
  const others = [systemPrompt, userPrompt, memories].some(isFilled) || (isFilled(memoryType) && memoryType !== 'none');
  if (!isFilled(messages)) return others ? [] : fault('messages', nothingToAsk, 'missing_prompt');
  const entries = entriesIn(messages);
  if (entries === null)
    return isOpen(messages) ? [] : fault('messages', 'must be a list of {role, content}, or the JSON text of one', 'invalid_messages');
  const secretRole = entries.findIndex((entry) => isJsonObject(entry) && plainText(entry['role']).includes('{{'));
  if (secretRole !== -1) return fault('messages', `.${secretRole}.role must not come from a secret`, 'secret_in_role');
  const isAsked = others || entries.some((entry) => isJsonObject(entry) && (isFilled(entry['content']) || isFilled(entry['files'])));
  return isAsked ? [] : fault('messages', nothingToAsk, 'missing_prompt');
}

function memoryFaults({ memoryType, conversationId }: Written): readonly FieldFault[] {
  if (!isFilled(memoryType) || memoryType === 'none' || isFilled(conversationId)) return [];
  return [{ field: 'conversationId', what: 'must name the conversation that is remembered', code: 'missing_conversation' }];
}

/** A summary is a call as any other. */
function summaryFaults({ memorySummary, maxSteps, onLimit }: Written): readonly FieldFault[] {
  if (plainText(memorySummary) !== 'true' || plainText(maxSteps) !== '1' || onLimit === 'answer') return [];
  return [{ field: 'maxSteps', what: 'must be at least 2 with memorySummary: the summary is a call of the model', code: 'no_step_left' }];
}

/** A format with references is known in a run only, unless it is JSON around them. */
function formatFaults({ responseFormat }: Written): readonly FieldFault[] {
  if (isOpen(responseFormat) && parsed(responseFormat) === undefined) return [];
  if (secretsIn(responseFormat).length > 0) {
    return [{ field: 'responseFormat', what: 'must not contain a secret: providers read it', code: 'secret_in_schema' }];
  }
  const { fault } = readFormat(responseFormat);
  return fault === undefined ? [] : [{ field: 'responseFormat', what: fault, code: 'invalid_schema' }];
}

function toolsFaults({ tools, missingTools, toolApproval }: Written): readonly FieldFault[] {
  const stored = storedTools(tools) ?? [];
  const { clash, unknown } = toolFaults(stored);
  return [
    ...stored.flatMap(secretFaults),
    ...(clash === null ? [] : [{ field: 'tools', what: clash, code: 'tools_alike' }]),
    ...(missingTools === 'skip' ? [] : unknown),
    ...readApproval(toolApproval, asWritten).faults.map((fault) => ({ field: 'toolApproval', ...fault })),
  ];
}

/** Schemas of tools go to providers as they are written, but for the name, of which letters and digits remain. */
function secretFaults({ index, schema }: StoredTool): readonly FieldFault[] {
  const { function: described, ...others } = schema ?? {};
  const { name: _, ...read } = isJsonObject(described) ? described : {};
  if (secretsIn({ ...others, read }).length === 0) return [];
  return [{ field: 'tools', what: `.${index} must not have a secret in its schema: models read it`, code: 'secret_in_tool' }];
}

function skillFaults({ skills, missingTools }: Written): readonly FieldFault[] {
  const read = skillsIn(skills);
  if (read === null) return [{ field: 'skills', what: 'must be a list of {name, description, content}', code: 'invalid_skills' }];
  const missing = read.filter(({ content }) => content === null);
  if (missingTools === 'skip') return [];
  return missing.map(({ name }) => ({
    field: 'skills',
    what: `has "${name}" without content, and this server stores no skills`,
    code: 'missing_skill',
  }));
}

function fileFaults({ files }: Written): readonly FieldFault[] {
  return secretsIn(files).length === 0 ? [] : [{ field: 'files', what: 'must not come from a secret', code: 'secret_in_files' }];
}

/** What is doubtful about an agent. */
export function agentAdvice(written: Written): readonly FieldAdvice[] {
  const { responseFormat, tools, missingTools } = written;
  const { unknown } = toolFaults(storedTools(tools) ?? []);
  const general = [...(missingTools === 'skip' ? unknown : []), ...unresolvedWords(written)];
  const { format } = readFormat(parsed(responseFormat));
  if (format === undefined) return general;
  const { schema, strict } = format;
  const strictly = strict ? strictFindings(schema) : [];
  const field = 'responseFormat';
  return [
    ...general,
    ...strictly.map(({ path, what }) => ({
      field,
      what: `at ${path} ${what}, which providers with strict schemas reject`,
      code: 'not_strict',
    })),
    ...hiddenFields(schema).map((name) => ({
      field,
      what: `has a field "${name}", which the output of that name hides: give it another name`,
      code: 'hidden_field',
      isRefusedInNew: true,
    })),
  ];
}

function unresolvedWords(written: Written): readonly FieldAdvice[] {
  return wordFields(written).flatMap(([field, , value]) =>
    isOpen(value)
      ? [{ field, what: 'is taken as it is written, so a reference or a secret in it has no effect', code: 'not_resolved' }]
      : [],
  );
}

function hiddenFields({ properties }: JsonObject): readonly string[] {
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return names.filter((name) => name !== 'content' && Object.hasOwn(agentOutputs, name));
}

function parsed(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? parseJson(value) : value;
}
