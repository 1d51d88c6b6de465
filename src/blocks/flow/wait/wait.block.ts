import type { JsonObject } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import { BlockFailure } from '#engine/block-failure.js';
import { plainText } from '#engine/values/json-text.js';
import type { BlockContext, BlockPause, BlockResult } from '../../block.js';
import { fieldProblem, fieldValues, isOpen } from '../../fields/field-problem.js';
import { choice, fields, flag, number, output } from '../../fields/palette-fields.js';
import type { PaletteEntry, PublishedBlock } from '../../palette.js';
import { defaultAmount, longUnits, readWait, shortUnits, type Wait } from './wait-fields.js';

const palette: PaletteEntry = {
  name: 'Wait',
  description: 'Lets time pass before the run goes on: up to 5 minutes at work, or up to 30 days with the run put aside.',
  category: 'control',
  inputs: fields({
    timeValue: number('How long to wait, in the unit.', { default: defaultAmount }),
    timeUnit: choice('The unit.', Object.keys(shortUnits), { default: 'seconds', 'x-when': { async: [false, 'false'] } }),
    async: flag('Put the run aside while it waits. A caller who waits for the run is answered that it is paused.'),
    timeUnitLong: choice('The unit.', Object.keys(longUnits), { default: 'minutes', 'x-when': { async: [true, 'true'] } }),
  }),
  outputs: {
    waitDuration: output('number', 'How long, in milliseconds.'),
    status: output('string', '`completed`; `waiting` as long as the run is put aside.'),
    resumeAt: output('string', 'When the run goes on (ISO 8601). Only when it is put aside.'),
  },
  handles: ['source', 'error'],
};

/** Lets time pass. A short wait holds its place in the process, and begins again when the process is lost; a long one is a pause. */
export const waitBlock: PublishedBlock = {
  type: 'wait',
  palette,
  check: problems,
  run: ({ params }, context) => {
    const amount = params['timeValue'] ?? defaultAmount;
    const wait = readWait(params, context.inputs.text(amount));
    if ('what' in wait) throw new BlockFailure(`${wait.field} ${wait.what}`, { status: 400 });
    return wait.isAsync ? putAside(wait, context) : sleep(wait, context);
  },
  resume: (_block, _context, { output: waited, input = null }) => ({ output: { ...waited, status: 'completed' }, input }),
};

function putAside({ ms }: Wait, context: BlockContext): BlockPause {
  const resumeAt = new Date(context.now().getTime() + ms).toISOString();
  return { pause: { kind: 'time', resumeAt }, output: { waitDuration: ms, status: 'waiting', resumeAt }, input: shown(ms) };
}

async function sleep({ ms }: Wait, context: BlockContext): Promise<BlockResult> {
  await context.sleep(ms);
  return { output: { waitDuration: ms, status: 'completed' }, input: shown(ms) };
}

function shown(ms: number): JsonObject {
  return { waitDuration: ms };
}

/** An amount with placeholders is looked at when it is known. */
function problems(block: Block): readonly DocumentProblem[] {
  const params = fieldValues(block);
  const amount = plainText(params['timeValue'] ?? defaultAmount);
  const wait = readWait(params, isOpen(amount) ? null : amount);
  return 'what' in wait ? [fieldProblem(block, wait.field, wait.what, 'invalid_wait')] : [];
}
