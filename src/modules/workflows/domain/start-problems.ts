import { blockProblem } from './block-problem.js';
import type { Block, DocumentProblem, WorkflowDocument } from './document.js';
import { quoted } from './quoted.js';
import { singlePurposeStarts, startCandidates, usableTriggers } from './start-block.js';

/** Whether it is clear where a run begins. A workflow that only outside events start needs no start for calls. */
export function startProblems(document: WorkflowDocument): readonly DocumentProblem[] {
  const triggers = usableTriggers(document);
  const [start, ...others] = startCandidates(document, 'api');
  if (start === undefined) return triggers.some(startsFromOutside) ? [] : [noStart];
  const replaced = start.type === 'start_trigger' ? triggers.filter(({ type }) => singlePurposeStarts.includes(type)) : [];
  return [
    ...others.map((other) =>
      blockProblem(other, `is a second start beside ${quoted(start.name)}; keep one of them enabled`, 'several_starts'),
    ),
    ...replaced.map((other) =>
      blockProblem(other, `is of no use beside the start ${quoted(start.name)}; disable or remove it`, 'mixed_starts'),
    ),
  ];
}

function startsFromOutside({ type }: Block): boolean {
  return type !== 'manual_trigger';
}

const noStart: DocumentProblem = {
  message: 'The workflow has no start: add an enabled block of type start_trigger outside of all containers',
  code: 'no_start',
};
