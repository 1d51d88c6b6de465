import { providerOf } from '../signatures/providers.js';
import { readWebhook } from '../webhooks/read-webhook.js';
import type { TriggerKind } from './trigger-kind.js';

/** The generic webhook: an HTTP request to its address starts a run. Its configuration is a `WebhookSettings`. */
export const genericWebhookKind: TriggerKind = {
  kind: 'webhook',
  shownAs: 'webhook',
  trigger: 'webhook',
  reads: ({ type }) => type === 'generic_webhook',
  read: (block) => {
    const reading = readWebhook(block);
    if ('problems' in reading) return reading;
    const provider = providerOf(reading.verification) === undefined ? 'generic' : reading.verification;
    return { provider, hasAddress: true, config: reading };
  },
};
