import { maskText } from '../engine/masking.js';

/** What an HTTP request touches, for the record: no query, no user part and no known secret. */
export function effectTarget(
  { method, url }: { readonly method: string; readonly url: string },
  secrets: ReadonlyMap<string, string>,
): string {
  const { origin, pathname } = URL.parse(url) ?? { origin: 'invalid address', pathname: '' };
  return maskText(`${method.toUpperCase()} ${origin}${pathname}`, secrets);
}
