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
    json(
      'What the model is sent. As JSON: `[{"role": "system", "content": "You are brief."}, {"role": "user", "content": "<start.question>"}]`, where a message may also have `files`.',
      {
        type: ['array', 'string'],
        items: {
          type: 'object',
          properties: {
            role: { type: 'string', enum: ['user', 'system', 'assistant'] },
            content: text('What is said, such as `Answer in one sentence: <start.question>`.', { title: 'Text' }).schema,
          },
          required: ['role', 'content'],
          additionalProperties: true,
        },
      },
    )
      // Documents of the former form have prompts instead, which the check of the block knows.
      .required('must have a message', 'missing_prompt', () => false),
  ),
  systemPrompt: shown(json('The system message, in older documents. It counts if the messages have none.', { deprecated: true })),
  userPrompt: shown(json('The last message of the user, in older documents.', { deprecated: true })),
  model: modelField,
  tools: list('The tools that the model may call.', {
    type: asWritten({
      type: 'string',
      description: 'What the tool is: the type of a block such as `table`, or `custom-tool`, `workflow` or `mcp`.',
    }),
    title: asWritten({ type: 'string', description: 'The name that people see, such as `Find orders`.' }),
    toolId: asWritten({ type: 'string', description: 'What other servers call it, such as `knowledge_search`.' }),
    operation: asWritten({ type: 'string', description: 'What the block does, such as `query_rows` of a table.' }),
    params: json('Fields of the block. The model neither sees nor sets what is filled in here.', { type: 'object' }),
    usageControl: choice(
      '`auto` leaves it to the model, `force` makes the model call the tool first, `none` switches it off.',
      ['auto', 'force', 'none'],
      {
        default: 'auto',
      },
    ),
    approval: asWritten({
      description: '`always`: people are asked before each call. `{"when": "arguments.amount > 50"}`: before those calls.',
      anyOf: [{ enum: approvals }, { type: 'object', properties: { when: { type: 'string' } }, required: ['when'] }],
    }),
    schema: asWritten({ type: 'object', description: 'Definition of a custom tool: `{function: {name, description, parameters}}`.' }),
    code: text('JavaScript of a custom tool. Its arguments are constants in it.'),
  })
    .written()
    .checked(storedToolFaults),
  files: json('Files for the last message of the user, such as `<start.files>`, or the name of a file of the workspace.').also({
    attachmentFiles: json('The same, in documents of other editors.'),
  }),
  filesAsText: flag('A file that the model does not take, such as a PDF, is sent as its text. Otherwise the block fails.'),
  memories: json('Messages that come before these, such as `<memory1.memories>`, or a list of `{role, content}`.'),
  fallbackModels: json(
    'Models that are asked in turn if the model fails before it has answered anything: their names, with commas between them.',
    {
      type: ['array', 'string'],
    },
  ),
  missingTools: choice('What happens if a tool cannot be used: `fail` fails the block, `skip` leaves the tool out.', ['fail', 'skip'], {
    default: 'fail',
  }),
  toolApproval: json(
    'Which tool calls people have to approve: `never`, `writes` (calls that change something) or `always`. Who does: `{"tools": "writes", "approvers": ["ada@example.com"], "expiresAfter": 24}`.',
    { type: ['object', 'string'] },
  ).written(),
  skills: list('Instructions that the model reads when it needs them.', {
    skillId: asWritten({ type: 'string', description: 'Names the skill, for editors of other servers.' }),
    name: asWritten({ type: 'string', description: 'What the model calls the skill, such as `refunds`.' }),
    description: asWritten({ type: 'string', description: 'When the model should read it.' }),
    content: asWritten({ type: 'string', description: 'The instructions, which the model reads then.' }),
  }).written(),
  memoryType: choice(
    'How much of an earlier conversation the model sees: `conversation` all of it, a window its newest messages or tokens.',
    ['none', 'conversation', 'sliding_window', 'sliding_window_tokens'],
    { default: 'none' },
  ),
  conversationId: line('Which conversation: any text that tells it from others, such as `<start.customer>`.', remembering),
  slidingWindowSize: wholeNumber('How many of the newest messages the model sees.', {
    default: 10,
    minimum: 1,
    maximum: 1_000,
    'x-when': { memoryType: ['sliding_window'] },
  }),
  slidingWindowTokens: wholeNumber('How many of the newest tokens the model sees; a token is about four letters.', {
    default: 4_000,
    minimum: 1,
    maximum: 10_000_000,
    'x-when': { memoryType: ['sliding_window_tokens'] },
  }),
  memoryTools: flag('Tool calls and their results are remembered, too.', remembering),
  memorySummary: flag(
    'The model is shown a summary of the messages that it does not see any more. That is one more call of the model.',
    remembering,
  ),
  expireAfter: decimal('How long messages are remembered, in the unit below. Empty: until they are deleted.', {
    minimum: 0,
    ...remembering,
  }),
  expireUnit: choice('Unit of the time above.', Object.keys(longUnits), { default: 'days', ...remembering }),
  memoryOptional: flag('A memory that cannot be read is only a warning. Otherwise the block fails.', remembering),
  temperature: decimal(
    'How freely the model chooses words: 0 is nearly the same answer each time, 2 is very free. Empty: as the provider has it.',
    { minimum: 0, maximum: 2 },
  ),
  maxTokens: wholeNumber('Longest answer, in tokens; a token is about four letters.', { minimum: 1, maximum: 10_000_000 }),
  seed: wholeNumber('Providers that can repeat an answer do so for the same number.', { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  responseFormat: json(
    'A JSON Schema that the answer has to fit; its fields are outputs. `{"type": "object", "properties": {"mood": {"type": "string"}}}`.',
    { type: ['object', 'string'] },
  ),
  repair: wholeNumber('How often the model is asked again if its answer does not fit the response format.', {
    default: 0,
    minimum: 0,
    maximum: 2,
  }),
  reasoningEffort: choice(
    'How long the model thinks before it answers. More costs more.',
    ['auto', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    {
      default: 'auto',
    },
  ),
  thinkingLevel: line('The same as reasoning effort, as other models call it: `none`, `low`, `medium`, `high`, `max`, `enabled`.'),
  verbosity: choice('How many words the model makes.', ['auto', 'low', 'medium', 'high'], { default: 'auto' }),
  promptCaching: flag('The provider may keep the beginning of the messages, so that further calls with the same beginning cost less.'),
  maxSteps: wholeNumber('How often the model is asked at most: each round of tool calls is one step.', {
    default: 20,
    minimum: 1,
    maximum: 100,
  }),
  maxCostUsd: decimal('Most that the block may cost in a run, in US dollars. Models without a known price are refused then.', {
    minimum: 0,
  }),
  maxTotalTokens: wholeNumber('Most tokens of all calls of the block in a run, read and written.', { minimum: 1 }),
  maxParallelTools: wholeNumber('How many tools run at the same time.', { default: 4, minimum: 1, maximum: 64 }),
  onLimit: choice(
    'What happens when a limit is reached: `fail` fails the block, `answer` asks the model once more, without tools.',
    ['fail', 'answer'],
    {
      default: 'fail',
    },
  ),
  apiKey: keyField,
};
