import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';

export const mailUser = { username: 'testuser', password: 'pass-of-the-mail-user' } as const;

export interface SentMail {
  readonly mailbox?: string;
  /** When it was received. Default: now. */
  readonly at?: Date;
  readonly flags?: readonly string[];
}

/** An IMAP server with the mailboxes `INBOX` and `Orders`. */
export interface TestMailServer {
  readonly port: number;
  /** How many connections were opened. */
  readonly connections: () => number;
  /** Puts a message into a mailbox. @returns its number */
  deliver(raw: string | Buffer, mail?: SentMail): number;
  isRead(uid: number, mailbox?: string): boolean;
  /** Is called when a reader has received the bytes of a message. */
  onFetched: (() => void) | undefined;
  /** Gives the messages of a mailbox new numbers, as a server does that has lost its index. */
  renumber(mailbox?: string): void;
  close(): Promise<void>;
}

/** @param tls for a server whose connections begin with TLS, or that offers STARTTLS */
export async function startMailServer(tls?: {
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly mode: 'secure' | 'starttls';
}): Promise<TestMailServer> {
  const reports: Pick<TestMailServer, 'onFetched'> = { onFetched: undefined };
  const mail = hoodiecrow({
    plugins: ['ID', 'LITERALPLUS', ...(tls?.mode === 'starttls' ? ['STARTTLS', 'LOGINDISABLED'] : [])],
    users: { [mailUser.username]: { password: mailUser.password } },
    storage: { INBOX: { uidvalidity: 7 }, '': { separator: '/', folders: { Orders: { uidvalidity: 3 } } } },
    ...(tls === undefined ? {} : { credentials: tls, secureConnection: tls.mode === 'secure' }),
  });
  mail.outputHandlers.push((_connection, answer) => {
    if (JSON.stringify(answer).includes('"BODY"')) reports.onFetched?.();
  });
  const sockets = new Set<Socket>();
  let count = 0;
  mail.server.on('connection', (socket: Socket) => {
    count += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
  });
  mail.server.on('tlsClientError', () => undefined);
  mail.server.listen(0, '127.0.0.1');
  await once(mail.server, 'listening');
  const folder = (name: string) => {
    const found = mail.getMailbox(name);
    if (found === undefined) throw new Error(`There is no mailbox ${name}`);
    return found;
  };
  const server: Omit<TestMailServer, 'onFetched'> = {
    port: (mail.server.address() as AddressInfo).port,
    connections: () => count,
    deliver: (raw, { mailbox = 'INBOX', at = new Date(), flags = [] } = {}) => mail.appendMessage(mailbox, [...flags], at, raw).message.uid,
    isRead: (uid, mailbox = 'INBOX') =>
      folder(mailbox)
        .messages.find((message) => message.uid === uid)
        ?.flags.includes('\\Seen') === true,
    renumber: (mailbox = 'INBOX') => {
      const of = folder(mailbox);
      of.uidvalidity += 1;
      for (const [index, message] of of.messages.entries()) message.uid = index + 101;
      of.uidnext = of.messages.length + 101;
    },
    close: async () => {
      const closed = once(mail.server, 'close');
      mail.server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return Object.assign(reports, server);
}

/** A message with one text. */
export function plainMail(subject: string, text = 'body', headers: readonly string[] = []): string {
  return [
    `Message-ID: <${subject}@example.com>`,
    `Subject: ${subject}`,
    'From: Shop <shop@example.com>',
    'To: orders@example.com',
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\r\n');
}
