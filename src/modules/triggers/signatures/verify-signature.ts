import { createHash, createHmac, verify } from 'node:crypto';
import { isJsonObject } from '#kernel/json.js';
import {
  headerOf,
  largestUnverifiedBytes,
  type BodyTokenCheck,
  type HmacCheck,
  type JwtCheck,
  type ReceivedRequest,
  type SignatureCheck,
  type TokenCheck,
} from './signature-check.js';
import { jsonOrNothing, timestampMs, toleranceMs, writtenTimestamp } from './signature-timestamp.js';
import { verifyJwt } from './jwt-check.js';
import { signedText } from './signed-text.js';
import { equalInConstantTime, keyOf, publicKeyOf } from './signing-keys.js';

/** Why a delivery was refused, for programs. */
export type RefusalReason = 'signature_missing' | 'signature_mismatch' | 'timestamp_missing' | 'timestamp_outside';

export type Verdict = { readonly accepted: true } | { readonly accepted: false; readonly reason: RefusalReason; readonly message: string };

const accepted: Verdict = { accepted: true };
/** How many signatures of one header are compared. */
const maxSignatures = 16;

/**
 * Checks the raw bytes of a request with the check that decides. Each of the secrets may be the one that the
 * sender has. The message of a refusal says which bytes were seen and contains no secret.
 */
export function verifySignature(
  checks: readonly SignatureCheck[],
  secrets: readonly string[],
  request: ReceivedRequest,
  nowMs: number,
): Verdict {
  const check = decidingCheck(checks, request);
  if (check === undefined) return refused('signature_missing', `The header ${headersOf(checks)} is missing`, request);
  const used = secrets.filter((secret) => secret !== '');
  if (check.kind === 'token') return verdictOf(hasToken(check, used, request), `The token in ${check.header} is wrong`, request);
  if (check.kind === 'body-token') return verdictOf(hasBodyToken(check, used, request), `The field ${check.field} is wrong`, request);
  return check.kind === 'jwt' ? tokenVerdict(check, used, request, nowMs) : verifyHmac(check, used, request, nowMs);
}

/** The first of the checks whose header is present: it alone says whether the request is accepted. */
export function decidingCheck(checks: readonly SignatureCheck[], request: ReceivedRequest): SignatureCheck | undefined {
  return checks.find((one) => one.kind === 'body-token' || headerOf(request, one.header) !== undefined);
}

function tokenVerdict(check: JwtCheck, secrets: readonly string[], request: ReceivedRequest, nowMs: number): Verdict {
  const verdict = verifyJwt(check, secrets, request, nowMs);
  if (verdict === 'right') return accepted;
  if (verdict === 'without-time') return refused('timestamp_missing', `The token in ${check.header} has no time at which it ends`, request);
  if (verdict === 'expired') return refused('timestamp_outside', `The token in ${check.header} is of another time`, request);
  return refused('signature_mismatch', `The token in ${check.header} is wrong, or is for another address`, request);
}

function verifyHmac(check: HmacCheck, secrets: readonly string[], request: ReceivedRequest, nowMs: number): Verdict {
  const text = signedText(check, request, writtenTimestamp(check, request));
  if (text === undefined) return refused('signature_mismatch', `What the signature in ${check.header} covers is incomplete`, request);
  if (!hasSignature(check, secrets, request, text))
    return refused('signature_mismatch', `No signature in ${check.header} matches`, request);
  return check.timestamp === undefined ? accepted : verifyTime(timestampMs(check, check.timestamp, request), request, nowMs);
}

function verifyTime(time: number | undefined, request: ReceivedRequest, nowMs: number): Verdict {
  if (time === undefined) return refused('timestamp_missing', 'The delivery has no time that can be read', request);
  if (Math.abs(nowMs - time) <= toleranceMs) return accepted;
  const message = `The time of the delivery is more than ${toleranceMs / 1000} s from the time of the server`;
  return refused('timestamp_outside', message, request);
}

/** Every signature is compared with every secret, so that the time tells nothing about which of them matched. */
function hasSignature(check: HmacCheck, secrets: readonly string[], request: ReceivedRequest, text: readonly (string | Buffer)[]): boolean {
  const header = headerOf(request, check.header) ?? '';
  const items = check.separator === undefined ? [header] : listOf(header, check.separator);
  const given = items.filter((item) => item.startsWith(check.prefix)).map((item) => item.slice(check.prefix.length));
  const matches = secrets.flatMap((secret) => {
    const publicKey = check.key === 'whsec' ? publicKeyOf(secret) : undefined;
    if (publicKey !== undefined) {
      const bytes = Buffer.concat(text.map((part) => Buffer.from(part)));
      const signatures = items.filter((item) => item.startsWith('v1a,')).map((item) => Buffer.from(item.slice(4), 'base64'));
      return signatures.map((signature) => verify(null, bytes, publicKey, signature));
    }
    const key = keyOf(check, secret);
    if (key === undefined) return [];
    const expected = text.reduce((hmac, part) => hmac.update(part), createHmac(check.algorithm, key)).digest(check.encoding);
    return given.map((signature) => equalInConstantTime(signature, expected));
  });
  return matches.includes(true);
}

function listOf(header: string, separator: string): readonly string[] {
  return header.split(separator, maxSignatures).map((item) => item.trim());
}

function hasToken({ header, prefix }: TokenCheck, secrets: readonly string[], request: ReceivedRequest): boolean {
  const given = headerOf(request, header) ?? '';
  return secrets.map((secret) => equalInConstantTime(given, prefix + secret)).includes(true);
}

function hasBodyToken({ list, field }: BodyTokenCheck, secrets: readonly string[], { body }: ReceivedRequest): boolean {
  const value = body.length > largestUnverifiedBytes ? undefined : jsonOrNothing(body);
  const items = isJsonObject(value) && Object.hasOwn(value, list) ? value[list] : undefined;
  if (!Array.isArray(items) || items.length === 0) return false;
  return items.every((item) => {
    const token = isJsonObject(item) && Object.hasOwn(item, field) ? item[field] : undefined;
    return typeof token === 'string' && secrets.map((secret) => equalInConstantTime(token, secret)).includes(true);
  });
}

function verdictOf(matches: boolean, message: string, request: ReceivedRequest): Verdict {
  return matches ? accepted : refused('signature_mismatch', message, request);
}

/** A proxy that changes a body breaks every signature, so a refusal says which bytes arrived. */
function refused(reason: RefusalReason, message: string, { body }: ReceivedRequest): Verdict {
  const digest = createHash('sha256').update(body).digest('hex');
  return { accepted: false, reason, message: `${message}. The body that arrived has ${body.length} bytes, SHA-256 ${digest}` };
}

function headersOf(checks: readonly SignatureCheck[]): string {
  return checks.flatMap((check) => (check.kind === 'body-token' ? [] : [check.header])).join(' or ');
}
