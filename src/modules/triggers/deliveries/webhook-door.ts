import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, forbidden, notFound } from '#kernel/errors.js';
import type { RequestSource } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import { AwaitedRun } from '#modules/runs/index.js';
import { isWebhookPath } from '../domain/trigger.state.js';
import type { SharedSecrets } from '../signatures/handshakes.js';
import { headerOf, type ReceivedRequest } from '../signatures/signature-check.js';
import { SigningSecrets } from '../store/secrets/signing-secrets.js';
import { Triggers, type RegisteredTrigger } from '../store/triggers.js';
import { admit } from '../webhooks/admit.js';
import { readDelivery } from '../webhooks/read-delivery.js';
import { acceptedAnswer, jsonAnswer, runAnswer, type WebhookAnswer } from '../webhooks/webhook-answer.js';
import { withFiles } from '../webhooks/webhook-body.js';
import type { WebhookSettings } from '../webhooks/webhook-settings.js';
import { Deliveries, type Delivered } from './deliveries.js';
import { DeliveryRates } from './delivery-rates.js';
import { SentFiles } from './sent-files.js';

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
    private readonly rates: DeliveryRates,
    private readonly runs: AwaitedRun,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws DomainError for a request that is refused, before anything of it is stored */
  async enter(knock: Knock): Promise<WebhookAnswer> {
    const found = await this.#find(knock);
    const { settings, secrets, request, source } = found;
    const nowMs = this.clock.now().getTime();
    return admit({ settings, secrets, request, ip: source.ip ?? '', nowMs }) ?? (await this.#deliver(found));
  }

  async #find(knock: Knock): Promise<Found> {
    const trigger = isWebhookPath(knock.path) ? await this.triggers.withPath(knock.path) : undefined;
    if (trigger === undefined || trigger.status === 'retired') throw notFound('Webhook');
    await this.rates.requireSize(trigger, knock.request.body.length);
    // The kind has written the configuration.
    const settings = trigger.config as unknown as WebhookSettings;
    return { ...knock, trigger, settings, secrets: await this.signing.of(trigger, settings) };
  }

  async #deliver(found: Found): Promise<WebhookAnswer> {
    const { trigger, settings, secrets, request, source } = found;
    const { input, files, headers, key, isWanted } = await readDelivery(settings, request, secrets);
    const arrival = { trigger, headers, source, callChain: callChainOf(request), ...(key === undefined ? {} : { key }) };
    if (!isWanted && trigger.status !== 'disabled')
      return filtered(await this.deliveries.filter({ ...arrival, payload: input }, 'other-event'));
    const stored = async (): Promise<Json> => withFiles(input, await this.files.store(trigger, files, { source, key }));
    const content = { payload: input, ...(files.length === 0 ? {} : { withFiles: stored }) };
    return this.#answer(found, await this.deliveries.accept({ ...arrival, ...content }));
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

/** The sender has done its part: a provider that is answered with a failure sends the event again. */
function filtered({ deliveryId }: Delivered): WebhookAnswer {
  return { ...jsonAnswer(200, { filtered: true, deliveryId }), headers: { 'X-Delivery-Id': deliveryId } };
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
