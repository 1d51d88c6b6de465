import { DomainError } from '#kernel/errors.js';
import type { Block, WorkflowDocument } from '#document/document.js';
import type { ExecutionTrigger } from '../execution.events.js';

/** Which block types a run may begin with, the preferred first. Webhooks and schedules name the block that fired. */
const order: Readonly<Record<ExecutionTrigger, readonly string[]>> = {
  api: ['start_trigger', 'api_trigger', 'input_trigger', 'starter'],
  manual: ['start_trigger', 'api_trigger', 'input_trigger', 'manual_trigger', 'starter'],
  chat: ['start_trigger', 'chat_trigger', 'starter'],
  webhook: [],
  schedule: [],
  workflow: ['start_trigger', 'input_trigger', 'starter'],
};

export const startTypes: ReadonlySet<string> = new Set(Object.values(order).flat());

/**
 * The block that a run begins with. Disabled blocks and blocks inside containers do not count.
 * @throws DomainError when there is none, or several for a workflow that another one runs
 */
export function chooseStart({ blocks }: WorkflowDocument, trigger: ExecutionTrigger, startBlockId?: string): Block {
  const candidates = Object.values(blocks).filter(({ enabled, data }) => enabled && typeof data['parentId'] !== 'string');
  const fitting =
    startBlockId === undefined
      ? order[trigger].flatMap((type) => candidates.filter((block) => block.type === type))
      : candidates.filter(({ id }) => id === startBlockId);
  const [chosen, ...others] = fitting;
  if (trigger === 'workflow' && others.length > 0) {
    throw new DomainError(
      'invalid',
      'SEVERAL_START_BLOCKS',
      'The workflow has several start blocks: a workflow that another one runs must have one',
    );
  }
  if (chosen !== undefined) return chosen;
  throw new DomainError('invalid', 'NO_START_BLOCK', `The workflow has no enabled start block for a run by ${trigger}`);
}
