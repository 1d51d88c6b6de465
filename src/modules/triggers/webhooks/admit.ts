import { DomainError, forbidden } from '#kernel/errors.js';
import { signedHandshake, unsignedHandshake, type SharedSecrets } from '../signatures/handshakes.js';
import type { ReceivedRequest } from '../signatures/signature-check.js';
import { verifySignature } from '../signatures/verify-signature.js';
import { isAllowedAddress } from './read-webhook.js';
import { acceptsMethod, jsonAnswer, testAnswer, type WebhookAnswer } from './webhook-answer.js';
import { checksOf, schemeOf, type WebhookSettings } from './webhook-settings.js';

/** A request to a webhook, and what is needed to check it. */
export interface Visit {
  readonly settings: WebhookSettings;
  readonly secrets: SharedSecrets;
  readonly request: ReceivedRequest;
  /** The address of the sender. */
  readonly ip: string;
  readonly nowMs: number;
}

/**
 * Checks the sender, the method and the signature, before anything is parsed. @returns the answer to a request that delivers nothing, such as a
 * handshake; undefined for a delivery. @throws DomainError for a request that is refused
 */
export function admit({ settings, secrets, request, ip, nowMs }: Visit): WebhookAnswer | undefined {
  if (!isAllowedAddress(settings.allowedIps, ip)) throw forbidden('This address may not send to the webhook');
  const early = unsignedHandshake(schemeOf(settings), request, secrets) ?? testAnswer(settings, request.method, request.body.length);
  if (early !== undefined) return early;
  if (!acceptsMethod(settings, request.method)) return methodNotAllowed();
  if (settings.verification !== 'none') {
    const verdict = verifySignature(checksOf(settings), secrets.signing, request, nowMs);
    if (!verdict.accepted) throw new DomainError('unauthenticated', 'UNAUTHORIZED', verdict.message);
  }
  return signedHandshake(schemeOf(settings), request, secrets);
}

function methodNotAllowed(): WebhookAnswer {
  const answer = jsonAnswer(405, { error: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' });
  return { ...answer, headers: { Allow: 'POST' } };
}
