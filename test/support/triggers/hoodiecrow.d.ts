/** What we use of it; the package brings no types. */
declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net';

  interface Message {
    uid: number;
    readonly flags: string[];
  }

  interface Folder {
    uidvalidity: number;
    uidnext: number;
    readonly messages: Message[];
  }

  interface MailServer {
    readonly server: Server;
    getMailbox(name: string): Folder | undefined;
    appendMessage(mailbox: string, flags: readonly string[], internaldate: Date, raw: string | Buffer): { readonly message: Message };
    readonly outputHandlers: ((connection: unknown, answer: object) => void)[];
  }

  interface Options {
    readonly secureConnection?: boolean;
    readonly credentials?: { readonly key: string | Buffer; readonly cert: string | Buffer };
    readonly plugins?: readonly string[];
    readonly storage?: object;
    readonly users?: Readonly<Record<string, { readonly password: string }>>;
  }

  function hoodiecrow(options: Options): MailServer;
  export = hoodiecrow;
}
