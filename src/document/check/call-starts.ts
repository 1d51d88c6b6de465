import { isTrigger, parentOf } from '../block-roles.js';
import type { Block, WorkflowDocument } from '../document.js';

/** The types of blocks where a call can start, by preference. */
const callableTypes: readonly string[] = ['start_trigger', 'api_trigger', 'input_trigger', 'starter'];

/** The enabled triggers outside of all containers, where runs start. */
export function liveTriggers({ blocks }: Pick<WorkflowDocument, 'blocks'>): readonly Block[] {
  return Object.values(blocks).filter((block) => block.enabled && isTrigger(block) && parentOf(block) === undefined);
}

/** The blocks where a call starts: all starts of the preferred type that is present. A deployable workflow has at most one. */
export function callStarts(triggers: readonly Block[]): readonly Block[] {
  const startType = callableTypes.find((type) => triggers.some((trigger) => trigger.type === type));
  return triggers.filter(({ type }) => type === startType);
}
