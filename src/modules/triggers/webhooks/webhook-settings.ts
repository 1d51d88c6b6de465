import type { HmacCheck, SignatureCheck } from '../signatures/signature-check.js';
import { providerOf } from '../signatures/providers.js';
import { providerTrigger } from './providers/provider-triggers.js';

export const responseModes = ['default', 'custom', 'run'] as const;
export type ResponseMode = (typeof responseModes)[number];

/** How a body is parsed. The registration says which of them are possible; the media type of a request chooses among those alone. */
export const bodyFormats = ['json', 'form', 'multipart', 'text'] as const;
export type BodyFormat = (typeof bodyFormats)[number];

/** What a webhook does with a request. It consists of JSON and contains no secret, so that it can be stored and shown. */
export type WebhookSettings = {
  /** `none`, `token`, `hmac`, or the name of a provider. */
  readonly verification: string;
  /** Lower-case name of the header with the token; absent: `Authorization: Bearer`. */
  readonly tokenHeader?: string;
  /** The check that the author describes, for `hmac`. */
  readonly hmac?: HmacCheck;
  readonly acceptOtherMethods: boolean;
  readonly exposeRequestHeaders: boolean;
  readonly verifyTestEvents: boolean;
  /** Path of the value in the body that identifies a delivery; empty for none. */
  readonly idempotencyField: string;
  readonly responseMode: ResponseMode;
  readonly responseStatusCode: number;
  readonly responseBody: string;
  readonly formats: readonly BodyFormat[];
  /** The addresses and networks that may call; empty for all. */
  readonly allowedIps: readonly string[];
  /** What starts a run, of a block of a provider; absent: every request does. */
  readonly reactsTo?: {
    /** The name of its trigger: `github_push`. */
    readonly trigger: string;
    /** The names of events that the author chose among those; empty for all. */
    readonly eventTypes: readonly string[];
  };
};

/** How a delivery of this webhook is checked; empty if every delivery is accepted. */
export function checksOf({ verification, tokenHeader, hmac }: WebhookSettings): readonly SignatureCheck[] {
  if (verification === 'none') return [];
  if (verification === 'hmac') return hmac === undefined ? [] : [hmac];
  if (verification !== 'token') return providerOf(verification)?.checks ?? [];
  const bearer = { kind: 'token', header: 'authorization', prefix: 'Bearer ' } as const;
  return [tokenHeader === undefined ? bearer : { kind: 'token', header: tokenHeader, prefix: '' }];
}

/** The provider whose events and handshakes it understands, also if the author has their signatures unchecked. */
export function schemeOf({ verification, reactsTo }: WebhookSettings): string {
  return (reactsTo === undefined ? undefined : providerTrigger(reactsTo.trigger)?.verification) ?? verification;
}
