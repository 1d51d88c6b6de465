import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, forbidden, notFound } from '#kernel/errors.js';
import type { RequestSource } from '#kernel/event.js';
import { AwaitedRun } from '#modules/runs/index.js';
import { deduplicationKey } from '../signatures/delivery-names.js';
import { signedHandshake, unsignedHandshake, type SharedSecrets } from '../signatures/handshakes.js';
import { headerOf, type ReceivedRequest } from '../signatures/signature-check.js';
import { verifySignature } from '../signatures/verify-signature.js';
import { SigningSecrets } from '../store/signing-secrets.js';
import { Triggers, type RegisteredTrigger } from '../store/triggers.js';
import { isAllowedAddress } from '../webhooks/read-webhook.js';
import { acceptedAnswer, acceptsMethod, jsonAnswer, runAnswer, testAnswer, type WebhookAnswer } from '../webhooks/webhook-answer.js';
import { parseBody, withFiles } from '../webhooks/webhook-body.js';
import { shownHeaders, webhookInput } from '../webhooks/webhook-input.js';
import { checksOf, type WebhookSettings } from '../webhooks/webhook-settings.js';
import { Deliveries, type Delivered } from './deliveries.js';
import { SentFiles } from './sent-files.js';

const path = /^[\w-]{22}$/;
const waitsMs = 30_000;

/** A request that reached the address of a webhook, and where it came from. */
export interface Knock {
  readonly path: string;
  readonly request: ReceivedRequest;
  readonly source: RequestSource;
  /** Is called when only the answer waits, for the end of a run. */
  readonly onWait: () => void;
}

/** The webhook that a request found, with what its check and its answer need. */
interface Found extends Knock {
  readonly trigger: RegisteredTrigger;
  readonly settings: WebhookSettings;
  readonly secrets: SharedSecrets;
}

/** What every request to the address of a webhook passes: address, limits, signature, handshake, parsing, delivery, answer. */
@Injectable()
export class WebhookDoor {
  constructor(
    private readonly triggers: Triggers,
    private readonly signing: SigningSecrets,
    private readonly files: SentFiles,
    private readonly deliveries: Deliveries,
    private readonly runs: AwaitedRun,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws DomainError for a request that is refused, before anything of it is stored */
  async enter(knock: Knock): Promise<WebhookAnswer> {
    const found = await this.#find(knock);
    const { settings, secrets, request } = found;
    if (!isAllowedAddress(settings.allowedIps, knock.source.ip ?? '')) throw forbidden('This address may not send to the webhook');
    const early = unsignedHandshake(settings.verification, request, secrets) ?? testAnswer(settings, request.method, request.body.length);
    if (early !== undefined) return early;
    if (!acceptsMethod(settings, request.method)) return methodNotAllowed();
    this.#verify(found);
    return signedHandshake(settings.verification, request, secrets) ?? (await this.#deliver(found));
  }

  async #find(knock: Knock): Promise<Found> {
    const trigger = path.test(knock.path) ? await this.triggers.withPath(knock.path) : undefined;
    if (trigger === undefined || trigger.status === 'retired') throw notFound('Webhook');
    // The kind has written the configuration.
    const settings = trigger.config as unknown as WebhookSettings;
    return { ...knock, trigger, settings, secrets: await this.signing.of(trigger, settings) };
  }

  #verify({ settings, secrets, request }: Found): void {
    const checks = checksOf(settings);
    if (settings.verification === 'none') return;
    const verdict = verifySignature(checks, secrets.signing, request, this.clock.now().getTime());
    if (!verdict.accepted) throw new DomainError('unauthenticated', 'UNAUTHORIZED', verdict.message);
  }

  async #deliver(found: Found): Promise<WebhookAnswer> {
    const { trigger, settings, secrets, request, source } = found;
    const body = await parseBody(settings.formats, headerOf(request, 'content-type') ?? '', request.body);
    const hidden = [...secrets.signing, secrets.verificationToken];
    const input = webhookInput(settings, request, body.value, hidden);
    const key = deduplicationKey(settings.verification, settings.idempotencyField, { request, parsed: body.value });
    const delivered = await this.deliveries.accept({
      trigger,
      payload: withFiles(input, await this.files.store(trigger, body.files, { source, key })),
      headers: shownHeaders(settings, request, hidden),
      source,
      callChain: callChainOf(request),
      ...(key === undefined ? {} : { key }),
    });
    return this.#answer(found, delivered);
  }

  async #answer({ settings, onWait }: Found, delivered: Delivered): Promise<WebhookAnswer> {
    const { outcome, deliveryId, executionId, jobId } = delivered;
    const headers = { 'X-Delivery-Id': deliveryId, ...(executionId === null ? {} : { 'X-Execution-Id': executionId }) };
    if (outcome === 'refused') throw refusalOf(delivered);
    if (outcome === 'duplicate') return { ...jsonAnswer(200, { duplicate: true, deliveryId, executionId }), headers };
    if (outcome === 'held') return { ...jsonAnswer(202, { message: 'Webhook held', deliveryId }), headers };
    if (settings.responseMode !== 'run' || executionId === null) return { ...acceptedAnswer(settings), headers };
    onWait();
    const ended = await this.runs.within(executionId, waitsMs);
    if (ended === undefined) {
      const statusUrl = `${this.config.baseUrl}/api/jobs/${jobId ?? executionId}`;
      return { ...jsonAnswer(202, { success: true, executionId, statusUrl }), headers };
    }
    return { ...runAnswer(ended), headers: { ...headers, ...ended.headers } };
  }
}

function methodNotAllowed(): WebhookAnswer {
  const answer = jsonAnswer(405, { error: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' });
  return { ...answer, headers: { Allow: 'POST' } };
}

/** The workflows whose requests led to this one. */
function callChainOf(request: ReceivedRequest): readonly string[] {
  const names = (headerOf(request, 'x-sim-via') ?? '').split(',').map((name) => name.trim().slice(0, 128));
  return names.filter((name) => name !== '');
}

/** A trigger that is gone or disabled looks like one that never was. */
function refusalOf({ reason }: Delivered): DomainError {
  if (reason === 'paused')
    return new DomainError('unavailable', 'UNAVAILABLE', 'The webhook is paused. Please retry later.', { retryAfterSeconds: 60 });
  if (reason === 'payment-required')
    return new DomainError('payment-required', 'USAGE_LIMIT_EXCEEDED', 'The usage limit of the account is exceeded');
  if (reason === 'suspended') return forbidden('The account of this webhook is suspended', 'ACCOUNT_SUSPENDED');
  if (reason === 'call-chain-too-deep')
    return new DomainError('conflict', 'CALL_CHAIN_TOO_DEEP', 'Maximum workflow call chain depth (25) exceeded.');
  return notFound('Webhook');
}
