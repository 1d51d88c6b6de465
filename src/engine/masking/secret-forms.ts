/** A shorter text cannot be told from ordinary data, so it is not searched for. */
export const shortestMasked = 8;

/** A text that shows a secret. */
export interface SecretForm {
  readonly text: string;
  /** Characters before and after the text that contain bits of the secret: Base64 at an offset that is no multiple of three. */
  readonly before: 0 | 1;
  readonly after: 0 | 1;
}

/** Longer values are masked only as they are and inside JSON text: keys and certificates are shorter. */
const longestEncoded = 8_192;

/**
 * The forms in which code and protocols write a secret: as it is, in one case, inside JSON text and JSON text inside of that, in an address, in hexadecimal, and in
 * Base64, alone or within a longer text.
 */
export function formsOf(secret: string): readonly SecretForm[] {
  const inJson = escaped(secret);
  const forms = [secret, inJson, escaped(inJson)].map(whole);
  if (secret.length <= longestEncoded) forms.push(...encoded(secret.toWellFormed()));
  const unique = new Map(forms.map((form) => [form.text, form]));
  return [...unique.values()].filter(({ text }) => text.length >= shortestMasked);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function encoded(secret: string): readonly SecretForm[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const path = URL.parse(`https://host/${secret}`)?.pathname.slice(1) ?? secret;
  const addresses = [encodeURIComponent(secret), encodeURI(secret), new URLSearchParams({ '': secret }).toString().slice(1), path];
  const texts = [secret.toUpperCase(), secret.toLowerCase(), hex, hex.toUpperCase(), ...addresses, ...addresses.map(lowerEscapes)];
  const base64 = [0, 1, 2].map((offset) => base64Form(bytes, offset));
  return [...texts.map(whole), ...base64, ...base64.map((form) => ({ ...form, text: urlSafe(form.text) }))];
}

function whole(text: string): SecretForm {
  return { text, before: 0, after: 0 };
}

function lowerEscapes(address: string): string {
  return address.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());
}

/** The characters of the Base64 of a longer text that depend on nothing but the secret, which begins `offset` bytes after a multiple of three. */
function base64Form(bytes: Buffer, offset: number): SecretForm {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const [first, bits] = [Math.ceil((offset * 8) / 6), padded.length * 8];
  const text = padded.toString('base64').slice(first, Math.floor(bits / 6));
  return { text, before: offset === 0 ? 0 : 1, after: bits % 6 === 0 ? 0 : 1 };
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
