import { blockProblem } from './block-problem.js';
import { callStarts, liveTriggers } from './call-starts.js';
import type { Block, DocumentProblem, WorkflowDocument } from '../document.js';
import { quoted } from '../quoted.js';

/** The older starts, each for one kind of start. A unified start replaces them all. */
const singlePurposeStarts: readonly string[] = ['api_trigger', 'input_trigger', 'manual_trigger', 'chat_trigger'];

/** The problems of the starts of a workflow. A workflow that only external systems trigger needs no start for calls. */
export function startProblems(document: WorkflowDocument): readonly DocumentProblem[] {
  const triggers = liveTriggers(document);
  const [start, ...others] = callStarts(triggers);
  if (start === undefined) return triggers.some(startsFromOutside) ? [] : [noStart];
  const replaced = start.type === 'start_trigger' ? triggers.filter(({ type }) => singlePurposeStarts.includes(type)) : [];
  const name = quoted(start.name);
  return [
    ...others.map((other) => blockProblem(other, `is a second start besides ${name}; keep only one of them enabled`, 'several_starts')),
    ...replaced.map((other) => blockProblem(other, `has no effect besides the start ${name}; disable or remove it`, 'mixed_starts')),
  ];
}

function startsFromOutside({ type }: Block): boolean {
  return type !== 'manual_trigger';
}

const noStart: DocumentProblem = {
  message: 'The workflow has no start: add an enabled block of type start_trigger outside of all containers',
  code: 'no_start',
};
