import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import { MailSender, type Mail } from './mail-sender.js';

export interface SmtpServer {
  /** With the name and the password, if the server needs them. */
  readonly url: string | undefined;
  /** The sender of all messages. */
  readonly from: string | undefined;
}

const times = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** Each message has a separate connection: messages are rare. */
export class SmtpSender extends MailSender {
  #transport: Promise<Transporter> | undefined;

  constructor(private readonly server: SmtpServer) {
    super();
  }

  get isConfigured(): boolean {
    return this.server.url !== undefined && this.server.from !== undefined;
  }

  async send({ to, subject, text }: Mail): Promise<void> {
    const { url, from } = this.server;
    if (url === undefined || from === undefined) throw new Error('No SMTP server is configured');
    const transport = await (this.#transport ??= open(url));
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, disableFileAccess: true, disableUrlAccess: true });
  }
}

/** Loaded at the first message: few servers send any. A password goes to another machine encrypted only. */
async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return createTransport({
    ...times,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: username !== '' && !isThisMachine(hostname),
    ...(username === '' ? {} : { auth }),
  });
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
