import type { Json } from '../../../../src/kernel/json.js';
import { leftOutOf } from '../../parts/show/left-out-value.js';
import type { BlockRun } from '../../run/block-runs.js';
import type { LastOutputs } from '../forms/values/references.js';
import type { ShownRun } from './use-test-run.js';

/** What blocks have put out, by their ids. Large values that the events leave out are not read for it. */
export function lastOutputsOf(blocks: readonly BlockRun[]): LastOutputs {
  return new Map(
    blocks.flatMap(({ blockId, event }): readonly (readonly [string, Json])[] => {
      const output = event?.payload['output'];
      return output === undefined || output === null || leftOutOf(output) !== undefined ? [] : [[blockId, shown(output as Json)]];
    }),
  );
}

/** Members that are left out have no value here, but their names stay. */
function shown(value: Json): Json {
  if (leftOutOf(value) !== undefined) return '…';
  if (Array.isArray(value)) return (value as readonly Json[]).slice(0, 1).map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)]));
}

/** Whether the run that is shown has everything that a block needs: it has run the block, and is over. */
export function mayRunAlone(run: ShownRun | undefined, blockId: string): boolean {
  return run?.isOver === true && run.blocks.some((each) => each.blockId === blockId);
}
