import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../eventually.js';

export interface MailSink {
  /** The settings of a server that sends its mail here. */
  readonly env: Readonly<Record<string, string>>;
  /** The messages as they arrived, by their recipient. */
  readonly received: readonly { readonly to: string; readonly message: string }[];
  /** Whether it refuses messages. */
  isBroken: boolean;
  /** The code in the message of this number to an address, once it has arrived. */
  code(to: string, count?: number): Promise<string>;
  close(): Promise<void>;
}

/** A mail server on this machine that keeps what it receives. It knows one user. */
export async function startMailSink(): Promise<MailSink> {
  const received: { to: string; message: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'sluice' && password === 'p@ss word' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((message) => {
        if (sink.isBroken) return done(new Error('The disk is full'));
        for (const { address } of envelope.rcptTo) received.push({ to: address, message });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const sink: MailSink = {
    env: { SLUICE_SMTP_URL: `smtp://sluice:p%40ss%20word@127.0.0.1:${port}`, SLUICE_SMTP_FROM: 'Sluice <sluice@example.com>' },
    received,
    isBroken: false,
    code: (to, count = 1) =>
      eventually(() => {
        const messages = received.filter((each) => each.to === to);
        const found = / is (\d{6})\./.exec(messages[count - 1]?.message ?? '')?.[1];
        if (found === undefined) throw new Error(`${messages.length} messages to ${to}`);
        return Promise.resolve(found);
      }, 20_000),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return sink;
}
