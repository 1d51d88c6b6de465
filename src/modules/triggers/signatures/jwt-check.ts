import { createHmac } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { headerOf, type JwtCheck, type ReceivedRequest } from './signature-check.js';
import { jsonOrNothing, toleranceMs } from './signature-timestamp.js';
import { equalInConstantTime } from './signing-keys.js';

const longestToken = 8_192;

/** What a token is worth: right, of another time, or of another key, form or address. */
export type JwtVerdict = 'right' | 'wrong' | 'without-time' | 'expired';

/** Checks a token that is signed with HMAC-SHA256 and one of the secrets. It covers the sender, the address and the time, and not the body. */
export function verifyJwt({ header }: JwtCheck, secrets: readonly string[], request: ReceivedRequest, nowMs: number): JwtVerdict {
  const token = (headerOf(request, header) ?? '').replace(/^Bearer /i, '');
  const [head = '', claims = '', signature = '', ...others] = token.length <= longestToken ? token.split('.') : [];
  const matches = secrets.map((secret) =>
    equalInConstantTime(signature, createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url')),
  );
  const { alg, crit } = objectIn(head);
  // What a token says of its algorithm must be what was computed, so that none and public keys are no way around the secret.
  if (others.length > 0 || alg !== 'HS256' || crit !== undefined || !matches.includes(true)) return 'wrong';
  const { exp, iat, aud } = objectIn(claims);
  if (!isFor(aud, request)) return 'wrong';
  if (typeof exp !== 'number') return 'without-time';
  const isFuture = typeof iat === 'number' && iat * 1000 > nowMs + toleranceMs;
  return isFuture || exp * 1000 < nowMs - toleranceMs ? 'expired' : 'right';
}

/** Whether a token that names an address names this one. Its path is unique in the world; the host may be that of a proxy. */
function isFor(audience: Json | undefined, { url }: ReceivedRequest): boolean {
  if (audience === undefined || audience === '') return true;
  return typeof audience === 'string' && URL.canParse(audience) && new URL(audience).pathname === new URL(url).pathname;
}

function objectIn(part: string): JsonObject {
  const value = jsonOrNothing(Buffer.from(part, 'base64url'));
  return isJsonObject(value) ? value : {};
}
