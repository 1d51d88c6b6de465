import type { HmacCheck, SignatureCheck, Source, TokenCheck } from './signature-check.js';

/** What is special about the deliveries of one provider. */
export interface Provider {
  /** How a delivery is checked: the first whose header is present counts. */
  readonly checks: readonly SignatureCheck[];
  /** The name of the event. */
  readonly event?: Source;
  /** Lower-case name of the header with the id of the delivery, of a provider that neither signs it nor has an id in each body. */
  readonly idHeader?: string;
  /** The id of the delivery in the body, which no other event has: several are about one call, message or error. The first that is present counts. */
  readonly ids?: readonly (readonly string[])[];
  /** Whether it may send a form instead of JSON. */
  readonly sendsForms?: true;
  /** The field of the block that contains the secret in documents of other servers. */
  readonly secretField?: string;
}

const signature = (header: string, rest: Partial<HmacCheck> = {}): HmacCheck => ({
  kind: 'hmac',
  algorithm: 'sha256',
  encoding: 'hex',
  header,
  prefix: '',
  template: '{body}',
  key: 'text',
  ...rest,
});
const token = (header: string, prefix = ''): TokenCheck => ({ kind: 'token', header, prefix });
const versioned = (header: string, timestampHeader: string): HmacCheck =>
  signature(header, { prefix: 'v0=', template: 'v0:{timestamp}:{body}', timestamp: { in: { header: timestampHeader }, unit: 's' } });
const standard = (family: string): HmacCheck =>
  signature(`${family}-signature`, {
    encoding: 'base64',
    prefix: 'v1,',
    separator: ' ',
    template: '{id}.{timestamp}.{body}',
    key: 'whsec',
    timestamp: { in: { header: `${family}-timestamp` }, unit: 's' },
    idHeader: `${family}-id`,
  });
const timedList = (header: string, unit: 's' | 'ms'): HmacCheck =>
  signature(header, { prefix: 'v1=', separator: ',', template: '{timestamp}.{body}', timestamp: { in: { part: 't=' }, unit } });
const body = (...path: string[]): Source => ({ body: path });

const jira: Provider = {
  checks: [signature('x-hub-signature', { prefix: 'sha256=' })],
  idHeader: 'x-atlassian-webhook-identifier',
  event: body('webhookEvent'),
  secretField: 'webhookSecret',
};
const meta: Provider = {
  checks: [signature('x-hub-signature-256', { prefix: 'sha256=' })],
  ids: [
    ['entry', '0', 'changes', '0', 'value', 'messages', '0', 'id'],
    ['entry', '0', 'messaging', '0', 'message', 'mid'],
  ],
  secretField: 'appSecret',
};

/** The providers by the name that `verification` has. */
export const providers = {
  'standard-webhooks': { checks: [standard('webhook'), standard('svix')], event: body('type'), secretField: 'signingSecret' },
  sluice: { checks: [timedList('x-webhook-signature', 'ms')], idHeader: 'idempotency-key' },
  github: {
    checks: [signature('x-hub-signature-256', { prefix: 'sha256=' })],
    event: { header: 'x-github-event' },
    idHeader: 'x-github-delivery',
    sendsForms: true,
    secretField: 'webhookSecret',
  },
  gitlab: { checks: [token('x-gitlab-token')], event: { header: 'x-gitlab-event' } },
  stripe: { checks: [timedList('stripe-signature', 's')], event: body('type'), ids: [['id']], secretField: 'webhookSecret' },
  slack: {
    checks: [versioned('x-slack-signature', 'x-slack-request-timestamp')],
    event: body('event', 'type'),
    ids: [['event_id'], ['trigger_id']],
    sendsForms: true,
    secretField: 'signingSecret',
  },
  linear: {
    checks: [signature('linear-signature', { timestamp: { in: { body: 'webhookTimestamp' }, unit: 'ms' } })],
    event: { header: 'linear-event' },
    idHeader: 'linear-delivery',
    secretField: 'webhookSecret',
  },
  jira,
  confluence: jira,
  telegram: { checks: [token('x-telegram-bot-api-secret-token')], ids: [['update_id']] },
  notion: {
    checks: [signature('x-notion-signature', { prefix: 'sha256=' })],
    event: body('type'),
    ids: [['id']],
    secretField: 'webhookSecret',
  },
  typeform: {
    checks: [signature('typeform-signature', { prefix: 'sha256=', encoding: 'base64' })],
    event: body('event_type'),
    ids: [['event_id']],
  },
  'cal-com': { checks: [signature('x-cal-signature-256')], event: body('triggerEvent'), secretField: 'webhookSecret' },
  sentry: {
    checks: [signature('sentry-hook-signature')],
    event: { header: 'sentry-hook-resource' },
    idHeader: 'request-id',
    ids: [['data', 'error', 'event_id']],
    secretField: 'clientSecret',
  },
  pagerduty: {
    checks: [signature('x-pagerduty-signature', { prefix: 'v1=', separator: ',' })],
    event: body('event', 'event_type'),
    ids: [['event', 'id']],
  },
  zendesk: {
    checks: [
      signature('x-zendesk-webhook-signature', {
        encoding: 'base64',
        template: '{timestamp}{body}',
        timestamp: { in: { header: 'x-zendesk-webhook-signature-timestamp' }, unit: 'iso' },
      }),
    ],
    event: body('type'),
    ids: [['id']],
  },
  zoom: {
    checks: [versioned('x-zm-signature', 'x-zm-request-timestamp')],
    event: body('event'),
    idHeader: 'x-zm-request-id',
    secretField: 'secretToken',
  },
  intercom: {
    checks: [signature('x-hub-signature', { algorithm: 'sha1', prefix: 'sha1=' })],
    event: body('topic'),
    ids: [['id']],
    secretField: 'webhookSecret',
  },
  monday: {
    checks: [{ kind: 'jwt', header: 'authorization' }],
    event: body('event', 'type'),
    ids: [['event', 'triggerUuid']],
    secretField: 'signingSecret',
  },
  vercel: { checks: [signature('x-vercel-signature', { algorithm: 'sha1' })], event: body('type'), ids: [['id']] },
  shopify: {
    checks: [signature('x-shopify-hmac-sha256', { encoding: 'base64' })],
    event: { header: 'x-shopify-topic' },
    idHeader: 'x-shopify-webhook-id',
  },
  meta,
  whatsapp: meta,
  'microsoft-graph': { checks: [{ kind: 'body-token', list: 'value', field: 'clientState' }], event: body('value', '0', 'changeType') },
  teams: {
    checks: [signature('authorization', { encoding: 'base64', prefix: 'HMAC ', key: 'base64' })],
    event: body('type'),
    ids: [['id']],
    secretField: 'hmacSecret',
  },
  twilio: {
    checks: [signature('x-twilio-signature', { algorithm: 'sha1', encoding: 'base64', template: '{url}{form}' })],
    idHeader: 'i-twilio-idempotency-token',
    sendsForms: true,
    secretField: 'authToken',
  },
} satisfies Readonly<Record<string, Provider>>;

export type ProviderName = keyof typeof providers;

/** The provider with this name; undefined for an unknown name. */
export function providerOf(name: string): Provider | undefined {
  return Object.hasOwn(providers, name) ? providers[name as ProviderName] : undefined;
}
