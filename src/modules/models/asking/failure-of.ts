import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import { FullQueue } from '#world/outbound/origin-queues.js';
import { OutboundFailure, type OutboundFailureKind } from '#world/outbound/outbound-http.js';
import type { ModelFailureKind } from '#blocks/ports/language-models.js';
import { ProviderRefusal, UnreadableAnswer } from './provider-refusal.js';

/** What went wrong with one try, before it is put into words for an author. */
export interface TryFailure {
  readonly kind: ModelFailureKind;
  /** What happened, without the provider's own sentence. */
  readonly what: string;
  readonly remedy: string;
  /** The provider's own sentence, not masked. */
  readonly said?: string;
  readonly status?: number;
  /** Whether the same call may succeed soon. */
  readonly isPassing: boolean;
  readonly retryAfterMs?: number;
  /** Whether this server failed before it asked: it says nothing about the provider. */
  readonly isLocal?: boolean;
}

const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const contextWords =
  /context.?length|context.?window|maximum context|too many (?:input )?tokens|prompt is too long|exceeds? the (?:maximum|limit).{0,40}tokens/i;
const quotaWords = /insufficient_quota|billing|credit balance/i;

/** @throws the error itself if it is none of a provider: a fault of this server */
export function tryFailureOf(error: unknown): TryFailure {
  if (error instanceof InfrastructureFault) throw error;
  if (error instanceof ProviderRefusal) return refused(error);
  if (error instanceof OutboundFailure) return outbound(error);
  if (error instanceof UnreadableAnswer) return unreadable(error.message);
  if (error instanceof DomainError) return { kind: domainKind(error), what: error.message, remedy: '', isPassing: false, isLocal: true };
  if (error instanceof FullQueue) {
    const remedy = 'Start fewer runs at once, or raise concurrency of the provider';
    return { kind: 'overloaded', what: error.message, remedy, isPassing: false, isLocal: true };
  }
  // What a dialect cannot express. The messages of the library name features and no contents, and are masked like those of providers.
  if (error instanceof Error && error.name.startsWith('AI_')) {
    const remedy = 'Change the settings of the block or choose another model';
    return { kind: 'refused', what: 'the request cannot be sent to it', said: error.message, remedy, isPassing: false, isLocal: true };
  }
  throw error;
}

function domainKind({ kind }: DomainError): ModelFailureKind {
  if (kind === 'limited') return 'rate-limited';
  return kind === 'unavailable' ? 'unavailable' : 'refused';
}

/** The answer had begun, and ended without an end. */
export function cutAnswer(error?: unknown): TryFailure {
  if (error instanceof Error && /^AI_(?:JSONParse|TypeValidation)Error$/.test(error.name))
    return unreadable('A part of it is not of the dialect');
  const remedy = 'Run it again, or look at the limits of proxies before the provider';
  return { kind: 'cut', what: 'its answer ended in the middle', remedy, isPassing: true };
}

/** The answer is whole, and the model has written what its provider cannot read, such as a call of a tool. */
export function faultyAnswer(reason: string): TryFailure {
  const remedy = 'Run it again, simplify the schemas of the tools, or choose another model';
  return { kind: 'unreadable', what: 'the model wrote a call that cannot be read', said: reason, remedy, isPassing: false };
}

function unreadable(what: string): TryFailure {
  const remedy = 'Check the address and the kind of the provider';
  return { kind: 'unreadable', what: `its answer cannot be read. ${what}`, remedy, isPassing: false };
}

function refused(refusal: ProviderRefusal): TryFailure {
  const { status, code = '', said, retryAfterMs } = refusal;
  const [kind, remedy] = judged(status, code, said);
  const isQuota = quotaWords.test(`${code} ${said}`);
  const isPassing = !isQuota && (kind === 'rate-limited' || kind === 'overloaded' || kind === 'unavailable');
  const words = [status === undefined ? [] : [`status ${status}`], code === '' ? [] : [code]].flat().join(', ');
  return {
    kind,
    what: status === undefined ? `its answer is an error${code === '' ? '' : ` (${code})`}` : `it answered with ${words}`,
    remedy: isQuota ? 'Check the balance and the limits of the account at the provider' : remedy,
    said,
    isPassing,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

const refusedByRequest = ['refused', 'Check the settings, the tools and the schema of the block'] as const;

function judged(status: number | undefined, code: string, said: string): readonly [ModelFailureKind, string] {
  if (status === 401 || status === 403 || /authentication_error|permission_error|invalid_api_key/i.test(code)) {
    return ['unauthorized', 'Check the API key and what it may use'];
  }
  if (/context_length/i.test(code) || (status !== 429 && contextWords.test(said))) {
    return ['context-length', 'Shorten the conversation, or choose a model with a larger context window'];
  }
  if (status === undefined && /invalid_(?:request|prompt|image)|not_found|too_large/i.test(code)) return refusedByRequest;
  if (status === 429 || /rate_limit|resource_exhausted/i.test(code))
    return ['rate-limited', 'Run it later, or raise the rate limit at the provider'];
  if (status === 529 || status === 503 || /overloaded|unavailable/i.test(code))
    return ['overloaded', 'Run it later, or add a fallback model'];
  if (status === undefined || status >= 500 || passingStatuses.has(status)) return ['unavailable', 'Run it later, or add a fallback model'];
  if (status === 404) return ['refused', 'Check the name of the model and the address of the provider'];
  return refusedByRequest;
}

const outboundKinds: Readonly<Record<OutboundFailureKind, readonly [ModelFailureKind, string]>> = {
  invalid: ['refused', 'Check the address, the key and the headers of the provider'],
  blocked: ['blocked-address', 'Check the address of the provider'],
  redirects: ['blocked-address', 'Enter the address that the provider answers at'],
  timeout: ['idle', 'Run it later, or raise idleTimeoutMs of the provider'],
  aborted: ['cut', 'Run it again'],
  'too-large': ['too-large', 'Ask for a shorter answer'],
  network: ['unavailable', 'Check that the provider runs and can be reached from this server'],
};

function outbound({ kind: cause, message }: OutboundFailure): TryFailure {
  const [kind, remedy] = outboundKinds[cause];
  const isUnconnected = cause === 'timeout' && message.startsWith('No connection');
  return { kind: isUnconnected ? 'unavailable' : kind, what: message, remedy, isPassing: cause === 'network' || isUnconnected };
}
