import type { Json, JsonObject } from '#kernel/json.js';
import type { Port } from '../../../src/blocks/ports/port.js';
import type { BlockContext, BlockDefinition, BlockPause, BlockStep, PausedBlock } from '../../../src/blocks/block.js';
import { BlockInputs } from '../../../src/engine/values/block-inputs.js';
import { compile } from '../../../src/engine/graph/compile.js';
import type { PlannedBlock } from '../../../src/engine/graph/plan.js';
import { SourceCache } from '../../../src/engine/values/source-cache.js';
import { aBlock, aDocument, edges } from './documents.js';

/** A block outside of any run: nothing can be referred to. */
export interface BlockAlone {
  /** What the block waited, ms. */
  readonly pauses: readonly number[];
  run(): Promise<BlockStep>;
  resume(paused: PausedBlock): Promise<BlockStep>;
  remind(paused: BlockPause): Promise<void>;
}

/** The time of the clock is always 2026-01-05T10:00:00.000Z. `more` is what else the block may use of its context. */
export function blockAlone(
  definition: BlockDefinition,
  fields: Readonly<Record<string, Json>>,
  more: Partial<BlockContext<Port>> & { readonly [extra: string]: unknown } = {},
): BlockAlone {
  const { type } = definition;
  if (!('run' in definition)) throw new Error(`Blocks of type ${type} do not run by themselves`);
  const pauses: number[] = [];
  const block = planned(type, fields);
  // Whatever is missing here fails the spec that needs it.
  const context = {
    inputs: new BlockInputs(new SourceCache(() => false), () => undefined, new Map()),
    block,
    input: {},
    signal: new AbortController().signal,
    now: () => new Date('2026-01-05T10:00:00.000Z'),
    sleep: (ms: number) => Promise.resolve(void pauses.push(ms)),
    ...more,
  } as unknown as BlockContext<Port>;
  return {
    pauses,
    run: async () => definition.run(block, context),
    resume: async (paused) => definition.resume?.(block, context, paused) ?? { output: {} as JsonObject },
    remind: async (paused) => definition.remind?.(block, context, paused),
  };
}

function planned(type: string, fields: Readonly<Record<string, Json>>): PlannedBlock {
  const document = aDocument([aBlock('s', 'start_trigger'), aBlock('b', type, fields)], edges('s > b'));
  const block = compile(document, 'api').blocks.get('b');
  if (block === undefined) throw new Error('The block is behind the start');
  return block;
}
