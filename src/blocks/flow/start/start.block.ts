import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import { coerce } from '#engine/values/coerce.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { fieldOf, fieldProblem } from '../../fields/field-problem.js';
import type { PublishedBlock } from '../../palette.js';
import { inputFields, readFields } from './input-format.js';
import { startPalette } from './start-palette.js';

/** What was sent to a start, read in the three ways that the outputs are made of. */
interface Received {
  /** Top-level keys; a value that is no object stands under `input`. */
  readonly sent: JsonObject;
  /** The declared fields; null when none are declared. */
  readonly fields: JsonObject | null;
  readonly isChat: boolean;
}

type StartOutput = (received: Received) => JsonObject;

/** Later blocks decide by outputs of these names where a run goes on. */
const reserved: readonly string[] = ['error', 'selectedOption', 'selectedRoute', '_pauseMetadata'];

const unified: StartOutput = ({ sent, fields }) => ({ ...fields, ...without(sent, fields ?? {}) });

const chat: StartOutput = ({ sent }) => ({ input: sent['input'] ?? '', ...pick(sent, 'conversationId', 'files') });

const payload: StartOutput = ({ sent, fields }) => {
  const input = fields ?? sent['input'] ?? sent;
  return { ...(isJsonObject(input) ? input : {}), input, ...pick(sent, 'files') };
};

const manual: StartOutput = ({ sent, fields }) => ({ input: sent['input'] ?? sent, ...(fields ?? sent), ...pick(sent, 'files') });

const legacy: StartOutput = (received) =>
  received.isChat ? chat(received) : { ...payload(received), ...pick(received.sent, 'conversationId') };

type StartType = keyof typeof startPalette;

const outputs: readonly (readonly [StartType, StartOutput])[] = [
  ['start_trigger', unified],
  ['starter', legacy],
  ['api_trigger', payload],
  ['input_trigger', payload],
  ['manual_trigger', manual],
  ['chat_trigger', chat],
];

/** Where a run begins: turns what the caller sent into outputs. Each of the start types arranges them its own way. */
export const startBlocks: readonly PublishedBlock[] = outputs.map(([type, outputOf]) => ({
  type,
  palette: startPalette[type],
  check: (block) =>
    isChat(type, fieldOf(block, 'startWorkflow'))
      ? []
      : inputFields(fieldOf(block, 'inputFormat'))
          .filter(({ name }) => reservedNames(type, fieldOf(block, 'runMetadata')).includes(name))
          .map(({ name }) => fieldProblem(block, 'inputFormat', `declares "${name}", a name that is reserved`, 'reserved_name')),
  run: ({ params }, context) => {
    const received = receive(context.input, params['inputFormat'], isChat(type, params['startWorkflow']));
    const output = outputOf(received);
    if (!received.isChat) refuse(output, reservedNames(type, params['runMetadata']));
    return tellsRun(type, params['runMetadata']) ? withMetadata(output, context) : { output };
  },
}));

function tellsRun(type: StartType, runMetadata: Json | undefined): boolean {
  return type === 'start_trigger' && coerce('boolean', runMetadata ?? false) === true;
}

function reservedNames(type: StartType, runMetadata: Json | undefined): readonly string[] {
  return tellsRun(type, runMetadata) ? [...reserved, 'metadata'] : reserved;
}

async function withMetadata(output: JsonObject, context: BlockContext): Promise<BlockResult> {
  return { output: { ...output, metadata: await context.metadata() } };
}

function isChat(type: StartType, startWorkflow: Json | undefined): boolean {
  return type === 'chat_trigger' || (type === 'starter' && startWorkflow === 'chat');
}

function receive(input: Json, inputFormat: Json | undefined, isChatStart: boolean): Received {
  const sent = isJsonObject(input) ? input : input === null ? {} : { input };
  const declared = inputFields(inputFormat);
  return { sent, fields: declared.length === 0 ? null : readFields(declared, sent), isChat: isChatStart };
}

function refuse(output: JsonObject, names: readonly string[]): void {
  const refused = Object.keys(output).filter((name) => names.includes(name));
  if (refused.length > 0) throw new BlockFailure(`The input uses reserved names: ${refused.join(', ')}`, { status: 400 });
}

function without(record: JsonObject, taken: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !Object.hasOwn(taken, key)));
}

function pick(record: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));
}
