import { configOf, written, type TriggerKind } from './trigger-kind.js';

const fields = [
  'requireAuth',
  'secretHeaderName',
  'acceptOtherMethods',
  'exposeRequestHeaders',
  'idempotencyField',
  'responseMode',
  'responseStatusCode',
  'verifyTestEvents',
];

/** The generic webhook: any HTTP request to its address starts a run. */
export const genericWebhookKind: TriggerKind = {
  kind: 'generic_webhook',
  trigger: 'webhook',
  reads: ({ type }) => type === 'generic_webhook',
  read: (block) => {
    const requireAuth = written(block, 'requireAuth') ?? true;
    if (requireAuth !== false && requireAuth !== 'false' && written(block, 'token') === undefined) {
      return {
        problems: [{ field: 'token', what: 'needs a token, or requireAuth set to false to accept every request', code: 'no_secret' }],
      };
    }
    return { provider: 'generic', hasAddress: true, config: configOf(block, fields) };
  },
};
