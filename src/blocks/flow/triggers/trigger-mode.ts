import type { WorkDefinition } from '../../block.js';
import { firedOutput } from './fired-output.js';

/** A block of another type that is a trigger (`triggerMode`): it passes on the event that fired it. */
export const triggerModeBlock: WorkDefinition = {
  type: 'trigger_mode',
  check: () => [],
  run: (_block, context) => ({ output: firedOutput(context.input) }),
};
