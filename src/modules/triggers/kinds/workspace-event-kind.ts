import { quoted } from '#document/quoted.js';
import { isId } from '#kernel/ids.js';
import { BlockFields } from '../domain/block-fields.js';
import { workspaceEventTypes } from '#blocks/flow/triggers/workspace-event.block.js';
import type { WorkspaceEventConfig } from '../domain/event-rules.js';
import { written, type TriggerKind } from './trigger-kind.js';

export const workspaceEvent = 'sim_workspace_event';

/** What happens in the workspace starts a run. Its configuration is a `WorkspaceEventConfig`. */
export const workspaceEventKind: TriggerKind = {
  kind: workspaceEvent,
  shownAs: 'event',
  trigger: 'webhook',
  reads: (block) => block.type === workspaceEvent || (block['triggerMode'] === true && written(block, 'triggerId') === workspaceEvent),
  read: (block) => {
    const fields = new BlockFields(block);
    const bounded = (field: string, otherwise: number, most: number): number => fields.integer(field, 1, most, otherwise) ?? otherwise;
    const config = {
      eventType: fields.choice('eventType', workspaceEventTypes, 'execution_error') ?? 'execution_error',
      workflowIds: workflowIds(fields),
      consecutiveFailures: bounded('consecutiveFailures', 3, 100),
      failureRatePercent: bounded('failureRatePercent', 50, 100),
      durationThresholdMs: bounded('durationThresholdMs', 30_000, 604_800_000),
      latencySpikePercent: bounded('latencySpikePercent', 100, 100_000),
      costThresholdCredits: bounded('costThresholdCredits', 200, 1_000_000),
      errorCountThreshold: bounded('errorCountThreshold', 10, 10_000),
      windowHours: bounded('windowHours', 24, 168),
      inactivityHours: bounded('inactivityHours', 24, 720),
    } satisfies WorkspaceEventConfig;
    return fields.problems.length > 0 ? { problems: fields.problems } : { provider: 'sim', hasAddress: false, config };
  },
};

function workflowIds(fields: BlockFields): readonly string[] {
  const ids = fields.list('workflowIds').map((id) => id.toLowerCase());
  const other = ids.find((id) => !isId(id));
  if (other !== undefined) fields.refuse('workflowIds', `needs workflowIds to be ids of workflows, and ${quoted(other)} is none`);
  return ids;
}
