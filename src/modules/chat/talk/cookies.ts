/** How a cookie of a chat is sent. */
export interface CookieSettings {
  /** The only path to which browsers send it. */
  readonly path: string;
  readonly maxAgeSeconds: number;
  /** Whether browsers send it over https only. */
  readonly isSecure: boolean;
  /** Whether pages of other sites may embed the chat. Their requests need cookies that are stored for the pair of sites. */
  readonly isEmbedded: boolean;
}

/** The value of a cookie in the header of a request; undefined without it. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The header that sets a cookie, which no script can read. */
export function cookieText(name: string, value: string, { path, maxAgeSeconds, isSecure, isEmbedded }: CookieSettings): string {
  // Browsers accept cookies for other sites over https only.
  const site = isEmbedded && isSecure ? ['SameSite=None', 'Partitioned'] : ['SameSite=Lax'];
  return [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', ...(isSecure ? ['Secure'] : []), ...site].join('; ');
}
