import { anything, choice, fields, flag, list, output } from '../../fields/palette-fields.js';
import type { PaletteEntry, ValueSchema } from '../../palette.js';

type Schemas = Readonly<Record<string, ValueSchema>>;

const inputFormat: Schemas = {
  inputFormat: list(
    'The fields that callers send. They become what their type says where that is possible; nothing is refused.',
    fields({
      id: { type: 'string', description: 'For editors.' },
      name: { type: 'string', description: 'Name of the field.' },
      type: choice('Type of the field.', ['string', 'number', 'boolean', 'object', 'array', 'file[]'], { default: 'string' }),
      description: { type: 'string', description: 'For callers.' },
      value: { description: 'Stands in for what is not sent.' },
    }),
  ),
};
const runMetadata: Schemas = { runMetadata: flag('Add `metadata`, which the server fills and no caller can.') };
const startWorkflow: Schemas = { startWorkflow: choice('How runs begin.', ['manual', 'chat', 'run'], { default: 'manual' }) };

const declared: Schemas = { '<name>': anything('Each declared field that was sent or has a default.') };
const input: Schemas = { input: anything('What was sent, as one value.') };
const conversation: Schemas = {
  conversationId: output('string', 'The conversation, when there is one.'),
  files: output('array', 'Files, when some were sent.'),
};
const message: Schemas = { input: output('string', 'The message.'), ...conversation };
const metadata: Schemas = {
  metadata: output(
    'object',
    'With `runMetadata`: userEmail, workspaceId, workflowId, executionId, executionType, executionMode, startTime.',
  ),
};

const rest = 'Further fields that were sent stay as they are.';

function entry(name: string, description: string, inputs: Schemas, outputs: Schemas): PaletteEntry {
  return { name, description, category: 'trigger', inputs: fields(inputs), outputs, handles: ['source', 'error'] };
}

/** What editors show of the start types. New workflows need the first one only; the others are those of older documents. */
export const startPalette = {
  start_trigger: entry(
    'Start',
    `Where a run begins, whoever calls. ${rest}`,
    { ...inputFormat, ...runMetadata },
    { ...declared, ...message, ...metadata },
  ),
  starter: entry(
    'Starter',
    'The oldest start. Use Start.',
    { ...startWorkflow, ...inputFormat },
    { ...declared, ...input, ...conversation },
  ),
  api_trigger: entry('API start', 'Where calls begin. Use Start.', inputFormat, { ...declared, ...input }),
  input_trigger: entry('Input start', 'Where calls and other workflows begin. Use Start.', inputFormat, { ...declared, ...input }),
  manual_trigger: entry('Manual start', 'Where runs by hand begin. Use Start.', inputFormat, { ...declared, ...input }),
  chat_trigger: entry('Chat start', 'Where chats begin. Use Start.', {}, message),
} as const satisfies Readonly<Record<string, PaletteEntry>>;
