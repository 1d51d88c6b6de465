import type { AgentTool } from '#engine/agents/agent-request.js';
import { asWritten, choice, flag, json, line, list, text } from '../../fields/kinds.js';
import { longUnits } from '../../flow/wait/wait-fields.js';
import { decimal, wholeNumber } from '../../fields/strict.js';
import { storedToolFaults } from '../tools/stored-tools.js';
import { keyField, modelField } from './model-fields.js';
import { shown } from './shown-field.js';

const approvals: readonly AgentTool['approval'][] = ['never', 'always'];
const remembering = { 'x-when': { memoryType: ['conversation', 'sliding_window', 'sliding_window_tokens'] } };

export const agentFields = {
  messages: shown(
    json('What the model is sent: a list of `{role, content, files}`. `role` is `system`, `user` or `assistant`.', {
      type: ['array', 'string'],
    })
      // Documents of the former form have prompts instead, which the check of the block knows.
      .required('must have a message', 'missing_prompt', () => false),
  ),
  systemPrompt: shown(json('The system message, in the form of older documents. Counts without a system message in `messages`.')),
  userPrompt: shown(json('The last message of the user, in the form of older documents.')),
  memories: json('Earlier messages: a list of `{role, content}`, or the output of a memory block.'),
  model: modelField,
  fallbackModels: json(
    'Names of models that are asked in turn if the model fails before it has answered anything: a list, or with commas.',
    {
      type: ['array', 'string'],
    },
  ),
  files: json('Files for the last message of the user: ids, names, or what another block says of files; one or a list.').also({
    attachmentFiles: json('The same, as other editors call it when it is chosen.'),
  }),
  filesAsText: flag('Whether files of types that the model does not take are sent as their text. Otherwise the block fails.'),
  tools: list('The tools that the model may call.', {
    type: asWritten({ type: 'string', description: 'What it is: the type of a block, `custom-tool`, `workflow` or `mcp`.' }),
    title: asWritten({ type: 'string', description: 'The name that people see.' }),
    toolId: asWritten({ type: 'string', description: 'Id of the tool, such as `knowledge_search`.' }),
    operation: asWritten({ type: 'string', description: 'Operation of the block.' }),
    params: json('Fields of the block. The model neither sees nor sets what is filled in here.', { type: 'object' }),
    usageControl: choice('`force`: the model must call it first. `none`: it is switched off.', ['auto', 'force', 'none'], {
      default: 'auto',
    }),
    approval: asWritten({
      description: 'Whether people are asked before each call: `{"when": "<expression>"}` uses `arguments`, `tool` and `step`.',
      anyOf: [{ enum: approvals }, { type: 'object', properties: { when: { type: 'string' } }, required: ['when'] }],
    }),
    schema: asWritten({ type: 'object', description: 'Definition of a custom tool: `{function: {name, description, parameters}}`.' }),
    code: text('JavaScript of a custom tool. Its arguments are constants in it.'),
  })
    .written()
    .checked(storedToolFaults),
  missingTools: choice('What happens if a tool cannot be offered: the block fails, or runs without it.', ['fail', 'skip'], {
    default: 'fail',
  }),
  toolApproval: json(
    'Who is asked about tool calls, and about which without an `approval` of their own: `{tools, approvers, requiredApprovals, expiresAfter, expiresUnit, onExpiry}`. `tools` is `never`, `writes` or `always`.',
    { type: ['object', 'string'] },
  ).written(),
  skills: list('Instructions that the model reads when it needs them.', {
    skillId: asWritten({ type: 'string', description: 'For editors.' }),
    name: asWritten({ type: 'string', description: 'Name of the skill.' }),
    description: asWritten({ type: 'string', description: 'What it is for.' }),
    content: asWritten({ type: 'string', description: 'The instructions.' }),
  }).written(),
  memoryType: choice(
    'Which part of the conversation the model sees.',
    ['none', 'conversation', 'sliding_window', 'sliding_window_tokens'],
    { default: 'none' },
  ),
  conversationId: line('The conversation that the agent remembers, at most 255 characters.', remembering),
  slidingWindowSize: wholeNumber('Most messages of a `sliding_window`.', { default: 10, minimum: 1, maximum: 1_000 }),
  slidingWindowTokens: wholeNumber('Most tokens of a `sliding_window_tokens`.', { default: 4_000, minimum: 1, maximum: 10_000_000 }),
  memoryTools: flag('Whether tool calls and their results are remembered.', remembering),
  memorySummary: flag('Whether one more call of the model sums up the messages that it is not shown any more.', remembering),
  expireAfter: decimal('How long the messages of a turn are remembered. Absent: until they are deleted.', { minimum: 0, ...remembering }),
  expireUnit: choice('The unit of `expireAfter`.', Object.keys(longUnits), { default: 'days' }),
  memoryOptional: flag('Whether a memory that cannot be used is a warning. Otherwise the block fails.', remembering),
  temperature: decimal('How freely the model chooses words.', { minimum: 0, maximum: 2 }),
  maxTokens: wholeNumber('Most tokens of an answer.', { minimum: 1, maximum: 10_000_000 }),
  seed: wholeNumber('For providers that repeat an answer with the same number.', { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  responseFormat: json('A JSON Schema that the answer must fit, or `{name, schema, strict}`.', { type: ['object', 'string'] }),
  repair: wholeNumber('How often the model is asked again for an answer that does not fit.', { default: 0, minimum: 0, maximum: 2 }),
  reasoningEffort: choice('How much the model thinks.', ['auto', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], {
    default: 'auto',
  }),
  thinkingLevel: line('The same, as other models call it: `none`, `low`, `medium`, `high`, `max`, `enabled`.'),
  verbosity: choice('How long answers are.', ['auto', 'low', 'medium', 'high'], { default: 'auto' }),
  promptCaching: flag('Mark the beginning of the messages for the cache of the provider.'),
  maxSteps: wholeNumber('Most calls of a model.', { default: 20, minimum: 1, maximum: 100 }),
  maxCostUsd: decimal('Most that all calls of the block may cost, in US dollars. Models without a known price are refused then.', {
    minimum: 0,
  }),
  maxTotalTokens: wholeNumber('Most tokens of all calls together.', { minimum: 1 }),
  maxParallelTools: wholeNumber('Most tool calls at the same time.', { default: 4, minimum: 1, maximum: 64 }),
  onLimit: choice('What happens at a limit: the block fails, or the model is asked once more, without tools.', ['fail', 'answer'], {
    default: 'fail',
  }),
  apiKey: keyField,
};
