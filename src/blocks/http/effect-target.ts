import { maskText } from '#engine/masking/masking.js';

/** The target of an HTTP request for the record: without query, user part and known secrets, in every form that an address writes them. */
export function effectTarget(
  { method, url }: { readonly method: string; readonly url: string },
  secrets: ReadonlyMap<string, string>,
): string {
  const { origin, pathname } = URL.parse(url) ?? { origin: 'invalid address', pathname: '' };
  return maskText(`${method.toUpperCase()} ${origin}${pathname}`, [...secrets].flatMap(asInAddresses));
}

function asInAddresses([name, secret]: readonly [string, string]): readonly (readonly [string, string])[] {
  const written = new Set([
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    URL.parse(`https://x/${secret}`)?.pathname.slice(1) ?? secret,
  ]);
  return Array.from(written, (text) => [name, text] as const);
}
