import type { BlockDefinition } from '../../../src/blocks/block.js';
import { BlockFailure } from '../../../src/engine/block-failure.js';

/** Blocks that need no outside: what each of them does is its name. */
export const stepBlocks: readonly BlockDefinition[] = [
  /** Puts out its field `value`. */
  { type: 'echo', check: () => [], run: ({ params }, { inputs }) => ({ output: { value: inputs.value(params['value'] ?? null) } }) },
  /** The same, some turns later. */
  {
    type: 'slow echo',
    check: () => [],
    run: async ({ params }, { inputs }) => {
      const value = inputs.value(params['value'] ?? null);
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      return { output: { value } };
    },
  },
  /** Fails where its field `when` is true, and says what `value` is. */
  {
    type: 'fail',
    check: () => [],
    run: ({ params }, { inputs }) => {
      const value = inputs.value(params['value'] ?? null);
      if (inputs.value(params['when'] ?? true) === true) throw new BlockFailure(`broken ${JSON.stringify(value)}`);
      return { output: { value } };
    },
  },
  /** Waits until noon. */
  {
    type: 'pause',
    check: () => [],
    run: ({ id }) => ({ pause: { kind: 'time', resumeAt: '2026-01-05T12:00:00.000Z' }, output: { waiting: id } }),
    resume: ({ id }) => ({ output: { resumed: id } }),
  },
  /** Never ends by itself. */
  {
    type: 'hang',
    check: () => [],
    run: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new BlockFailure('stopped')));
      }),
  },
];
