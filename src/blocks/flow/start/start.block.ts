import { isJsonObject, type JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { defineBlock, type FieldAdvice, type PublishedBlock } from '../../define-block.js';
import type { FieldFault, ValuesOf, WrittenOf } from '../../fields/field-set.js';
import { asWritten, choice, entriesIn, flag, isTrue, list } from '../../fields/kinds.js';
import { anything, output, type ValueSchema } from '../../fields/schema.js';
import { inputFields } from './input-format.js';
import { reservedNames } from './reserved-names.js';
import { chat, legacy, manual, payload, receive, unified, type StartOutput } from './start-outputs.js';

const inputFormat = list(
  'What a run is started with, such as `customer` and `amount`. Later blocks refer to it: `<start.amount>`. New workflows refuse a call whose values do not fit.',
  {
    id: asWritten({ type: 'string', description: 'Names the entry, for editors.' }),
    name: asWritten({ type: 'string', description: 'Name in the input and in references, such as `amount`.' }),
    type: choice(
      'What the value has to be. `file[]` are one or several files.',
      ['string', 'number', 'boolean', 'object', 'array', 'file[]'],
      { default: 'string' },
    ),
    description: asWritten({ type: 'string', description: 'What callers should know about it.' }),
    required: flag('A call without the field is refused, unless it has a default.'),
    enum: asWritten({ type: 'array', description: 'The only values that calls may send: `["small", "large"]`.' }),
    default: asWritten({ description: 'What the field is if the call does not send it.' }),
    value: asWritten({ description: 'The same, as editors of other servers store it. The default counts first.' }),
  },
).as(inputFields);
const runMetadata = flag('The output has `metadata`: who started the run, how and when, and the ids of workflow and run.');
const startWorkflow = choice('Who starts runs: a person or a program, or a chat.', ['manual', 'chat', 'run'], { default: 'manual' });

type StartFields = { inputFormat: typeof inputFormat; runMetadata: typeof runMetadata; startWorkflow: typeof startWorkflow };

type Outputs = Readonly<Record<string, ValueSchema>>;

const declared: Outputs = { '<name>': anything('Each declared field that was sent or has a default.') };
const input: Outputs = { input: anything('What was sent, as one value.') };
const conversation: Outputs = {
  conversationId: output('string', 'The conversation, when there is one.'),
  files: output('array', 'Files, when some were sent.'),
};
const message: Outputs = { input: output('string', 'The message.'), ...conversation };
const metadata: Outputs = {
  metadata: output(
    'object',
    'With `runMetadata`: userEmail, workspaceId, workflowId, executionId, executionType, executionMode, startTime.',
  ),
};

const rest = 'Further fields that were sent stay as they are.';

interface StartDeclaration {
  readonly type: string;
  readonly replacedBy?: string;
  readonly name: string;
  readonly description: string;
  readonly fields: Partial<StartFields>;
  readonly outputs: Outputs;
  readonly outputOf: StartOutput;
}

/** A start turns the input of the caller into outputs. Each type arranges them in its own way. */
function start({ outputOf, fields, ...about }: StartDeclaration): PublishedBlock {
  const isChat = (startWorkflow: unknown): boolean => outputOf === chat || startWorkflow === 'chat';
  return defineBlock({
    ...about,
    category: 'trigger',
    handles: ['source', 'error'],
    fields: fields as StartFields,
    check: (written) => (isChat(written.startWorkflow) ? [] : nameFaults(written)),
    advise: repeatedNames,
    run: (values, context) => {
      const { inputFormat: format = [], runMetadata: tellsRun = false } = values as Partial<ValuesOf<StartFields>>;
      const received = receive(context.input, format, isChat(values.startWorkflow));
      const output = outputOf(received);
      if (!received.isChat) refuse(output, reservedNames(tellsRun));
      return tellsRun ? withMetadata(output, context) : { output };
    },
  });
}

/** New workflows need the first type only; the others are those of older documents. */
export const startBlocks: readonly PublishedBlock[] = [
  start({
    type: 'start_trigger',
    name: 'Start',
    description: `Where a run begins, for every kind of caller. ${rest}`,
    fields: { inputFormat, runMetadata },
    outputs: { ...declared, ...message, ...metadata },
    outputOf: unified,
  }),
  start({
    type: 'starter',
    replacedBy: 'start_trigger',
    name: 'Starter',
    description: 'The oldest start. Use Start.',
    fields: { startWorkflow, inputFormat },
    outputs: { ...declared, ...input, ...conversation },
    outputOf: legacy,
  }),
  start({
    type: 'api_trigger',
    replacedBy: 'start_trigger',
    name: 'API start',
    description: 'Where calls begin. Use Start.',
    fields: { inputFormat },
    outputs: { ...declared, ...input },
    outputOf: payload,
  }),
  start({
    type: 'input_trigger',
    replacedBy: 'start_trigger',
    name: 'Input start',
    description: 'Where calls and other workflows begin. Use Start.',
    fields: { inputFormat },
    outputs: { ...declared, ...input },
    outputOf: payload,
  }),
  start({
    type: 'manual_trigger',
    replacedBy: 'start_trigger',
    name: 'Manual start',
    description: 'Where runs by hand begin. Use Start.',
    fields: { inputFormat },
    outputs: { ...declared, ...input },
    outputOf: manual,
  }),
  start({
    type: 'chat_trigger',
    replacedBy: 'start_trigger',
    name: 'Chat start',
    description: 'Where chats begin. Use Start.',
    fields: {},
    outputs: message,
    outputOf: chat,
  }),
];

function nameFaults(written: WrittenOf<StartFields>): readonly FieldFault[] {
  const names = reservedNames(isTrue(written.runMetadata));
  return inputFields(written.inputFormat)
    .filter(({ name }) => names.includes(name))
    .map(({ name }) => ({ field: 'inputFormat', what: `declares "${name}", a name that is reserved`, code: 'reserved_name' }));
}

function repeatedNames({ inputFormat: format }: WrittenOf<StartFields>): readonly FieldAdvice[] {
  const names = (entriesIn(format) ?? []).map((entry) =>
    isJsonObject(entry) && typeof entry['name'] === 'string' ? entry['name'].trim() : '',
  );
  return names.flatMap((name, index) => {
    if (name === '' || names.indexOf(name) === index) return [];
    return [{ field: `inputFormat.${index}.name`, what: `repeats "${name}", the name of an earlier field`, code: 'repeated_name' }];
  });
}

async function withMetadata(output: JsonObject, context: BlockContext): Promise<BlockResult> {
  return { output: { ...output, metadata: await context.metadata() } };
}

function refuse(output: JsonObject, names: readonly string[]): void {
  const refused = Object.keys(output).filter((name) => names.includes(name));
  if (refused.length > 0) throw new BlockFailure(`The input uses reserved names: ${refused.join(', ')}`, { status: 400 });
}
