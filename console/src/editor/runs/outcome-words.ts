import { findBlock, type WorkflowDocument } from '../../../../src/document/document.js';
import { durationParts } from '../../parts/show/amounts.js';
import type { ShownRun } from './use-test-run.js';

/** What has become of a run; empty while it runs. */
export function outcomeWords(
  { status, ms, blocks }: Pick<ShownRun, 'status' | 'ms' | 'blocks'>,
  { blocks: known }: WorkflowDocument,
): string {
  const at = (words: readonly string[]): string => {
    const found = blocks.find(({ state }) => words.includes(state.word));
    return found === undefined ? '' : ` at ${findBlock(known, found.blockId)?.name ?? found.blockId}`;
  };
  const { value, unit } = durationParts(ms ?? 0);
  if (status === 'completed') return `The run has completed in ${value} ${unit}.`;
  if (status === 'failed') return `The run has failed${at(['failed'])}.`;
  if (status === 'cancelled') return 'The run was cancelled.';
  return status === 'paused' ? `The run waits${at(['waiting'])}.` : '';
}
