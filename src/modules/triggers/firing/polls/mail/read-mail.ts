import type { Address, Email } from 'postal-mime';

export interface MailFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** A message, as far as it can be read. Texts are empty where it has none. */
export interface Mail {
  readonly messageId: string;
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  /** ISO 8601; null for a message without a date that can be read. */
  readonly date: string | null;
  readonly bodyText: string;
  readonly bodyHtml: string;
  readonly files: readonly MailFile[];
  /** Why a part is missing. */
  readonly problem: string | null;
}

const longestBody = 1_048_576;
const longestLine = 10_000;
const longestHeader = 65_536;
const mostFiles = 100;
const limits = { maxNestingDepth: 100, maxHeadersSize: 1_048_576, maxRfc822NestingDepth: 5 };

/** Reads a message; of one that is hostile or broken only the header. @throws Error when not even that can be read */
export async function readMail(bytes: Uint8Array): Promise<Mail> {
  const { default: postalMime } = await import('postal-mime');
  try {
    return mailOf(await postalMime.parse(bytes, limits));
  } catch {
    const header = headerOf(bytes);
    return { ...mailOf(await postalMime.parse(header, limits)), bodyText: '', problem: 'Only the header of the message can be read' };
  }
}

function mailOf(email: Email): Mail {
  const files = email.attachments.slice(0, mostFiles).map(fileOf);
  const [bodyText, bodyHtml] = [clean(email.text, longestBody), clean(email.html, longestBody)];
  const isCut = (email.text?.length ?? 0) > longestBody || (email.html?.length ?? 0) > longestBody;
  const problem = isCut
    ? `The text is longer than ${longestBody} characters: the rest is missing`
    : email.attachments.length > mostFiles
      ? `The message has more than ${mostFiles} attachments: the rest is missing`
      : null;
  return {
    messageId: clean(email.messageId),
    subject: clean(email.subject),
    from: addressesOf(email.from === undefined ? [] : [email.from]),
    to: addressesOf(email.to),
    cc: addressesOf(email.cc),
    date: dateOf(email.date),
    bodyText,
    bodyHtml,
    files,
    problem,
  };
}

/** As much of the header as is read of any message: whole lines up to the first empty one. */
function headerOf(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.subarray(0, longestHeader)).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? (text.lastIndexOf('\n') + 1 || text.length);
  return Buffer.from(text.slice(0, end).replace(/^content-(type|transfer-encoding):/gim, 'x-unread:') + '\r\n\r\n', 'latin1');
}

function fileOf({ filename, mimeType, content }: Email['attachments'][number], index: number): MailFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType : 'application/octet-stream';
  return { name: nameOf(filename) || `attachment-${index + 1}`, mediaType, content: bytes };
}

/** A name without a path, without characters that are not seen, and of up to 100 characters, of which the last ones count. */
function nameOf(filename: string | null): string {
  const name =
    clean(filename ?? '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  const seen = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}:*?"<>|]/gu, '')
    .replace(/(?<![.\s])[.\s]+$/, '')
    .trim();
  return Array.from(seen).slice(-50).join('');
}

function addressesOf(addresses: readonly Address[] = []): string {
  return clean(
    addresses
      .map(addressOf)
      .filter((text) => text !== '')
      .join(', '),
  );
}

function addressOf({ name, address, group }: Address): string {
  if (group !== undefined) return group.map(addressOf).join(', ');
  if (name === '' || name === address) return address ?? '';
  return address === '' ? name : `${name} <${address}>`;
}

function dateOf(date = ''): string | null {
  const time = Date.parse(date);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Text that can be stored. */
function clean(text = '', longest = longestLine): string {
  return text.slice(0, longest).replaceAll('\0', '').toWellFormed();
}
