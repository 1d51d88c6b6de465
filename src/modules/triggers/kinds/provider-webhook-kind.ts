import { isInTriggerMode } from '#document/block-roles.js';
import type { Block } from '#document/document.js';
import { providerTrigger, type ProviderTrigger } from '../webhooks/providers/provider-triggers.js';
import { readProviderWebhook } from '../webhooks/read-webhook.js';
import { written, type TriggerKind } from './trigger-kind.js';

/** A block of a provider in trigger mode: its deliveries start runs. Its configuration is a `WebhookSettings`. */
export const providerWebhookKind: TriggerKind = {
  kind: 'webhook',
  shownAs: 'webhook',
  trigger: 'webhook',
  reads: (block) => isInTriggerMode(block) && triggerOf(block) !== undefined,
  read: (block) => {
    const trigger = triggerOf(block);
    if (trigger === undefined) throw new Error('Only a block that was found to have a trigger is read');
    const reading = readProviderWebhook(block, trigger);
    return 'problems' in reading ? reading : { provider: trigger.provider, hasAddress: true, config: reading };
  },
};

/** A block that names no trigger has the only one of its provider. */
function triggerOf(block: Block): ProviderTrigger | undefined {
  const [name] = [written(block, 'selectedTriggerId'), written(block, 'triggerId'), `${block.type.replace(/_v\d+$/, '')}_webhook`].filter(
    (each) => typeof each === 'string',
  );
  return name === undefined ? undefined : providerTrigger(name);
}
