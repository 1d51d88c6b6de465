import type { ImapFlow, ImapFlowError, SearchObject } from 'imapflow';
import type { JsonObject } from '#kernel/json.js';
import { OutboundFailure } from '#world/outbound/outbound-http.js';
import type { MailServers } from '#world/mail/mail-servers.js';

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 30_000;
const mostBytes = 25 * 1_048_576;
/** What is read of a message that is larger: its header and usually its text. */
const beginningBytes = 262_144;

/** What a user needs for a connection to a mail server. */
export interface MailAccount {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly username: string;
  readonly password: string;
}

export interface FetchedMail {
  readonly uid: number;
  readonly receivedAt: string;
  readonly bytes: Uint8Array;
  /** Whether the message is larger than what is read of any, so that only its beginning is here. */
  readonly isCut: boolean;
}

/** A command about one mailbox that failed, while others may succeed. */
export class MailboxFailure extends Error {}

/** A connection to a mail server. Errors name neither the user nor anything that the server has said, which could repeat a password. */
export class MailSession {
  private constructor(private readonly client: ImapFlow) {}

  /** Resolves when the user is signed in. @throws Error for a server that must not or cannot be reached, or that refuses the user */
  static async open(servers: MailServers, account: MailAccount, signal: AbortSignal): Promise<MailSession> {
    const { host, port, secure, username: user, password: pass } = account;
    const { lookup, isPublic } = await servers.addressesOf(host, port);
    const { ImapFlow: Client } = await import('imapflow');
    const client = new Client({
      host,
      port,
      secure,
      // An attacker on the way could take the offer of TLS away.
      ...(!secure && isPublic ? { doSTARTTLS: true } : {}),
      auth: { user, pass },
      tls: { lookup, rejectUnauthorized: true } as object,
      clientInfo: { name: 'Sluice' },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      maxLiteralSize: mostBytes + 1,
      maxLineLength: 16 * 1_048_576,
      maxResponseSize: mostBytes + 17 * 1_048_576,
      maxResponseTokens: 100_000,
    });
    // Every error of the connection also ends the command that waits.
    client.on('error', () => undefined);
    const session = new MailSession(client);
    if (signal.aborted) throw signal.reason;
    signal.addEventListener('abort', () => session.close(), { once: true });
    try {
      await client.connect();
      return session;
    } catch (error) {
      session.close();
      throw failureOf(error, 'The mail server cannot be reached');
    }
  }

  /** Whether the connection still takes commands. */
  get isOpen(): boolean {
    return this.client.usable;
  }

  close(): void {
    this.client.close();
  }

  async openMailbox(name: string): Promise<{ readonly uidValidity: string; readonly uidNext: number }> {
    const { uidValidity, uidNext } = await this.client.mailboxOpen(name).catch((error: unknown) => {
      throw failureOf(error, 'The mailbox cannot be opened');
    });
    return { uidValidity: String(uidValidity), uidNext };
  }

  /** Numbers of the messages after one that meet the criteria, smallest first. */
  async found(criteria: JsonObject, afterUid: number): Promise<readonly number[]> {
    const uids = await this.#ask('The search in the mailbox failed', (client) =>
      client.search({ ...(criteria as SearchObject), uid: `${afterUid + 1}:*` }, { uid: true }),
    );
    if (!Array.isArray(uids)) throw new MailboxFailure('The mail server refused the search; please check searchCriteria');
    // A range that ends with * has the last message, whatever its number.
    return uids.filter((uid) => uid > afterUid);
  }

  /** When messages were received. */
  async received(uids: readonly number[]): Promise<readonly { readonly uid: number; readonly receivedAt: string }[]> {
    if (uids.length === 0) return [];
    const query = { uid: true, internalDate: true };
    const fetched = await this.#ask('The messages cannot be read', (client) => client.fetchAll([...uids], query, { uid: true }));
    return fetched.map(({ uid, internalDate }) => ({ uid, receivedAt: isoOf(internalDate) }));
  }

  /** A message with its bytes; undefined for one that is gone. It is not marked as read. */
  async fetch(uid: number): Promise<FetchedMail | undefined> {
    const query = { uid: true, internalDate: true, size: true };
    const about = await this.#ask('The message cannot be read', (client) => client.fetchOne(String(uid), query, { uid: true }));
    if (about === false) return undefined;
    const isCut = (about.size ?? 0) > mostBytes;
    const source = { start: 0, maxLength: isCut ? beginningBytes : mostBytes };
    const read = await this.#ask('The message cannot be read', (client) => client.fetchOne(String(uid), { source }, { uid: true }));
    if (read === false || read.source === undefined) return undefined;
    return { uid, receivedAt: isoOf(about.internalDate), bytes: read.source, isCut };
  }

  async markAsRead(uids: readonly number[]): Promise<void> {
    if (uids.length === 0) return;
    const isDone = await this.#ask('The messages cannot be marked as read', (client) =>
      client.messageFlagsAdd([...uids], ['\\Seen'], { uid: true }),
    );
    if (!isDone) throw new MailboxFailure('The mail server refused to mark the messages as read');
  }

  async #ask<Answer>(what: string, act: (client: ImapFlow) => Promise<Answer>): Promise<Answer> {
    try {
      return await act(this.client);
    } catch (error) {
      throw failureOf(error, what);
    }
  }
}

function failureOf(error: unknown, what: string): Error {
  if (error instanceof OutboundFailure) return error;
  const { authenticationFailed, code, responseStatus } = error as Partial<ImapFlowError>;
  if (authenticationFailed === true) return new Error('The mail server refused the user name or the password');
  const reason = typeof code === 'string' ? code : (responseStatus ?? 'unknown error');
  return new MailboxFailure(`${what} (${reason})`);
}

function isoOf(date: Date | string | undefined): string {
  const time = new Date(date ?? 0);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}
