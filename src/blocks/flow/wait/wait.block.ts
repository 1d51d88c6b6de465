import type { Json, JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import { plainText } from '#engine/values/json-text.js';
import type { BlockContext, BlockPause, BlockResult } from '../../block.js';
import { defineBlock } from '../../define-block.js';
import { isOpen } from '../../fields/blank.js';
import type { FieldFault, WrittenOf } from '../../fields/field-set.js';
import { choice, flag, isTrue, number } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { defaultAmount, longUnits, readWait, shortUnits, type Wait } from './wait-fields.js';

const timeUnit = (written: Json | undefined): Json => written ?? 'seconds';
const timeUnitLong = (written: Json | undefined): Json => written ?? 'minutes';

const fields = {
  timeValue: number('How long to wait, in the unit below.', { default: defaultAmount }).as((written, inputs) =>
    inputs.text(written ?? defaultAmount),
  ),
  timeUnit: choice('Unit of the time above. Up to 5 minutes in all.', Object.keys(shortUnits), {
    default: 'seconds',
    'x-when': { async: [false, 'false'] },
  }).as(timeUnit),
  async: flag('The run is put aside while it waits, for up to 30 days. A caller who waits for it is answered that it is paused.'),
  timeUnitLong: choice('Unit of the time above. Up to 30 days in all.', Object.keys(longUnits), {
    default: 'minutes',
    title: 'Time unit',
    'x-when': { async: [true, 'true'] },
  }).as(timeUnitLong),
};

/** Waits. A short wait keeps its run in the process, and begins again after a crash of the process; a long wait is a pause. */
export const waitBlock = defineBlock({
  type: 'wait',
  name: 'Wait',
  description: 'Waits before the run continues: up to 5 minutes in the process, or up to 30 days with the run paused.',
  category: 'control',
  fields,
  outputs: {
    waitDuration: output('number', 'How long, in milliseconds.'),
    status: output('string', '`completed`; `waiting` as long as the run is put aside.'),
    resumeAt: output('string', 'When the run continues (ISO 8601). Only of a paused run.'),
  },
  handles: ['source', 'error'],
  check: faultsOf,
  run: (values, context) => {
    const wait = readWait(values, values.timeValue);
    if ('what' in wait) throw new BlockFailure(`${wait.field} ${wait.what}`, { status: 400 });
    return wait.isAsync ? pause(wait, context) : sleep(wait, context);
  },
  resume: (_values, _context, { output: waited, input = null }) => ({ output: { ...waited, status: 'completed' }, input }),
});

function pause({ ms }: Wait, context: BlockContext): BlockPause {
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

/** An amount with placeholders is checked when it is resolved. */
function faultsOf(written: WrittenOf<typeof fields>): readonly FieldFault[] {
  const amount = plainText(written.timeValue ?? defaultAmount);
  const units = { async: isTrue(written.async), timeUnit: timeUnit(written.timeUnit), timeUnitLong: timeUnitLong(written.timeUnitLong) };
  const wait = readWait(units, isOpen(amount) ? null : amount);
  return 'what' in wait ? [{ ...wait, code: 'invalid_wait' }] : [];
}
