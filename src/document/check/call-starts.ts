import { isTrigger, parentOf } from '../block-roles.js';
import type { Block, WorkflowDocument } from '../document.js';

/** What a call may begin with, the preferred first. */
const callableTypes: readonly string[] = ['start_trigger', 'api_trigger', 'input_trigger', 'starter'];

/** The enabled triggers outside of all containers: the blocks where runs begin. */
export function liveTriggers({ blocks }: Pick<WorkflowDocument, 'blocks'>): readonly Block[] {
  return Object.values(blocks).filter((block) => block.enabled && isTrigger(block) && parentOf(block) === undefined);
}

/** Where a call begins: all starts of the preferred type that is there. A workflow that may be deployed has at most one. */
export function callStarts(triggers: readonly Block[]): readonly Block[] {
  const startType = callableTypes.find((type) => triggers.some((trigger) => trigger.type === type));
  return triggers.filter(({ type }) => type === startType);
}
