import { Injectable } from '@nestjs/common';
import { Timers } from '#kernel/timers.js';
import { readMailInThread } from '../reading/read-in-thread.js';
import type { Mail } from './read-mail.js';
import type { FetchedMail } from './mail-session.js';

const longestReadMs = 20_000;
const beginningBytes = 65_536;

const unread: Mail = {
  messageId: '',
  subject: '',
  from: '',
  to: '',
  cc: '',
  date: null,
  bodyText: '',
  bodyHtml: '',
  files: [],
  problem: 'The message cannot be read',
};

/** Reads messages in threads. A message that cannot be read does not keep those after it back. */
@Injectable()
export class ReadMails {
  constructor(private readonly timers: Timers) {}

  /** As much as can be read. @throws the reason of the signal when it aborts */
  async read({ bytes, isCut }: FetchedMail, signal: AbortSignal): Promise<Mail> {
    const whole = (await this.#within(bytes, signal)) ?? (await this.#within(bytes.subarray(0, beginningBytes), signal));
    if (whole === undefined) return unread;
    return isCut ? { ...whole, files: [], problem: 'The message is larger than 25 MiB: only its beginning was read' } : whole;
  }

  async #within(bytes: Uint8Array, signal: AbortSignal): Promise<Mail | undefined> {
    const over = new AbortController();
    const callOff = this.timers.after(longestReadMs, () => over.abort());
    try {
      return await readMailInThread(bytes, AbortSignal.any([over.signal, signal]));
    } catch {
      signal.throwIfAborted();
      return undefined;
    } finally {
      callOff();
    }
  }
}
