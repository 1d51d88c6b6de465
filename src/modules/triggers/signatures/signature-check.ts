/** Larger bodies are not parsed by a check that has to parse them. */
export const largestUnverifiedBytes = 1_048_576;

/** Where a value of a delivery is: in a header (lower-case name), or in the JSON body, at a path of keys. */
export type Source = { readonly header: string } | { readonly body: readonly string[] };

/** Where the time of a delivery is. `part` is an item of the list in the header of the signature, such as `t=`. */
export type TimestampSource = {
  readonly in: { readonly header: string } | { readonly part: string } | { readonly body: string };
  /** Unit of the number, or `iso` for a date as text. `any` is seconds or ms, by the size of the number. */
  readonly unit: 's' | 'ms' | 'iso' | 'any';
};

/** An HMAC over a text that contains the body. */
export type HmacCheck = {
  readonly kind: 'hmac';
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** Lower-case name of the header with the signature. */
  readonly header: string;
  /** What precedes the signature in the header. */
  readonly prefix: string;
  /** What separates several signatures in the header, if there may be several. */
  readonly separator?: ',' | ' ';
  /** The signed text with the placeholders `{body}`, `{timestamp}`, `{id}`, `{url}` and `{form}`. */
  readonly template: string;
  /** How the key is read from the secret. */
  readonly key: 'text' | 'base64' | 'whsec';
  readonly timestamp?: TimestampSource;
  /** Lower-case name of the header for `{id}`. */
  readonly idHeader?: string;
};

/** A header that equals the secret. */
export interface TokenCheck {
  readonly kind: 'token';
  /** Lower-case name of the header. */
  readonly header: string;
  readonly prefix: string;
}

/** A field that equals the secret in each item of a list in the JSON body. */
export interface BodyTokenCheck {
  readonly kind: 'body-token';
  readonly list: string;
  readonly field: string;
}

/** A JSON Web Token, signed with HMAC-SHA256 and the secret. */
export interface JwtCheck {
  readonly kind: 'jwt';
  /** Lower-case name of the header. */
  readonly header: string;
}

/** How a delivery proves that its sender has the secret. */
export type SignatureCheck = HmacCheck | TokenCheck | BodyTokenCheck | JwtCheck;

/** An HTTP request as it arrived, before anything was parsed. */
export interface ReceivedRequest {
  readonly method: string;
  /** The address that the sender called: the public base address of the server, the path and the query. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** The value of a header; several values are joined as Node joins those of unknown headers. */
export function headerOf({ headers }: Pick<ReceivedRequest, 'headers'>, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}
