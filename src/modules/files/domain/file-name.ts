import { invalidField } from '#kernel/errors.js';

/** The limit of most file systems, in bytes of UTF-8. */
const mostBytes = 255;
/** Control characters, and characters that reverse or hide text. Joiners are allowed because scripts and emoji need them. */
const unseen = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/u;
const separator = /[/\\]|%(25)*(2f|5c|00)/i;
/** Names that Windows reserves for devices, with any extension. */
const device = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Normalizes a file name: composed Unicode, without surrounding whitespace. @throws DomainError invalid, naming `file` */
export function fileName(sent: string): string {
  const name = sent.normalize('NFC').trim();
  const problem = problemOf(name);
  if (problem !== undefined) throw invalidField('file', `Invalid file name: it ${problem}`);
  return name;
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'must not be blank';
  if (separator.test(name)) return 'must not contain a path';
  if (unseen.test(name)) return 'must not contain control characters or invisible characters';
  if (name.endsWith('.')) return 'must not end with a dot';
  if (device.test(name)) return 'must not be the name of a device';
  return utf8Length(name) > mostBytes ? `must not be longer than ${mostBytes} bytes` : undefined;
}

function utf8Length(text: string): number {
  return encodeURIComponent(text).replaceAll(/%../g, '.').length;
}
