import { createHash } from 'node:crypto';
import { formPairs, valuesByName } from './form-pairs.js';
import { headerOf, largestUnverifiedBytes, type HmacCheck, type ReceivedRequest } from './signature-check.js';

const placeholder = /(\{(?:body|timestamp|id|url|form)\})/;

/** The placeholders that a template may contain. */
export const placeholders: readonly string[] = ['body', 'timestamp', 'id', 'url', 'form'];

/** The parts of the signed text, in order; undefined if the request lacks one of them. */
export function signedText(
  { template, idHeader }: HmacCheck,
  request: ReceivedRequest,
  timestamp: string | undefined,
): readonly (string | Buffer)[] | undefined {
  const parts = template.split(placeholder).filter((part) => part !== '');
  const values = parts.map((part) => {
    if (part === '{body}') return request.body;
    if (part === '{timestamp}') return timestamp;
    if (part === '{id}') return idHeader === undefined ? undefined : headerOf(request, idHeader);
    if (part === '{url}') return request.url;
    return part === '{form}' ? formText(request) : part;
  });
  return values.every((value) => value !== undefined) ? values : undefined;
}

/**
 * The fields of a form by name, each as name and value without separators. A body that is no form is covered by the digest `bodySHA256`
 * in the signed address instead; undefined if that is absent or wrong.
 */
function formText(request: ReceivedRequest): string | undefined {
  const { body, url } = request;
  const digest = new URL(url).searchParams.get('bodySHA256');
  if (digest !== null) return digest === createHash('sha256').update(body).digest('hex') ? '' : undefined;
  if (body.length === 0) return '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(headerOf(request, 'content-type') ?? '')) return undefined;
  const pairs = body.length > largestUnverifiedBytes ? undefined : formPairs(body);
  if (pairs === undefined) return undefined;
  const fields = valuesByName(pairs).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return fields.flatMap(([name, values]) => [...new Set(values)].toSorted().map((value) => name + value)).join('');
}
