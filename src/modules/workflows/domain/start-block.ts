import { isTrigger, parentOf } from './block-roles.js';
import type { Block, WorkflowDocument } from './document.js';

/** How a run that names no trigger of its own begins. */
export type RunKind = 'api' | 'manual' | 'chat' | 'child';

/** The older starts, each for one way to run. A unified start replaces them all. */
export const singlePurposeStarts: readonly string[] = ['api_trigger', 'input_trigger', 'manual_trigger', 'chat_trigger'];

const searchOrder: Readonly<Record<RunKind, readonly string[]>> = {
  api: ['start_trigger', 'api_trigger', 'input_trigger', 'starter'],
  manual: ['start_trigger', 'api_trigger', 'input_trigger', 'manual_trigger', 'starter'],
  chat: ['start_trigger', 'chat_trigger', 'starter'],
  child: ['start_trigger', 'input_trigger', 'starter'],
};

/** Triggers that can begin a run: enabled, and not inside a container. */
export function usableTriggers({ blocks }: WorkflowDocument): readonly Block[] {
  return Object.values(blocks).filter((block) => block.enabled && isTrigger(block) && parentOf(block) === undefined);
}

/** The blocks that a run of this kind may begin with; more than one is ambiguous, none means that it cannot begin. */
export function startCandidates(document: WorkflowDocument, kind: RunKind): readonly Block[] {
  const triggers = usableTriggers(document);
  const type = searchOrder[kind].find((candidate) => triggers.some((trigger) => trigger.type === candidate));
  if (type !== undefined) return triggers.filter((trigger) => trigger.type === type);
  return kind === 'manual' ? triggers.slice(0, 1) : [];
}
