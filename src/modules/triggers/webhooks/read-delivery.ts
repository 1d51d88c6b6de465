import type { Json } from '#kernel/json.js';
import { deduplicationKey, eventName } from '../signatures/delivery-names.js';
import type { SharedSecrets } from '../signatures/handshakes.js';
import { headerOf, type ReceivedRequest } from '../signatures/signature-check.js';
import { fits } from './providers/event-condition.js';
import { providerInput } from './providers/provider-input.js';
import { providerTrigger } from './providers/provider-triggers.js';
import type { SentFile } from './read-multipart.js';
import { parseBody } from './webhook-body.js';
import { shownHeaders, webhookInput } from './webhook-input.js';
import { checksOf, schemeOf, type WebhookSettings } from './webhook-settings.js';

/** A verified delivery, parsed. */
export interface ReadDelivery {
  /** What the run receives, without the files. */
  readonly input: Json;
  readonly files: readonly SentFile[];
  /** The headers without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the event, if the provider states one. */
  readonly event: string | undefined;
  /** By which a repeated delivery is recognized. */
  readonly key: string | undefined;
  /** Whether the trigger reacts to it. */
  readonly isWanted: boolean;
}

/** Parses a verified delivery by what the registration says. @throws DomainError for a body or a query that cannot be read */
export async function readDelivery(settings: WebhookSettings, request: ReceivedRequest, secrets: SharedSecrets): Promise<ReadDelivery> {
  const { idempotencyField, reactsTo } = settings;
  const scheme = schemeOf(settings);
  const { value: parsed, files } = await parseBody(settings.formats, headerOf(request, 'content-type') ?? '', request.body);
  const hidden = [...secrets.signing, secrets.verificationToken];
  const event = eventName(scheme, { request, parsed });
  return {
    input: reactsTo === undefined ? webhookInput(settings, request, parsed, hidden) : providerInput(scheme, event, parsed),
    files,
    headers: shownHeaders(settings, request, hidden),
    event,
    key: deduplicationKey(scheme, idempotencyField, { request, parsed }, checksOf(settings)),
    isWanted: reactsTo === undefined || isWanted(reactsTo, event, parsed),
  };
}

function isWanted({ trigger, eventTypes }: NonNullable<WebhookSettings['reactsTo']>, event: string | undefined, body: Json): boolean {
  if (eventTypes.length > 0 && (event === undefined || !eventTypes.includes(event))) return false;
  const conditions = providerTrigger(trigger)?.conditions ?? [];
  return conditions.length === 0 || conditions.some((condition) => fits(condition, event, body));
}
