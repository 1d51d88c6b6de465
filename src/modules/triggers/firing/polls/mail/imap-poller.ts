import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore } from '#ledger/events/event-store.js';
import { selectOne } from '#ledger/rows/select.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Clock } from '#kernel/clock.js';
import type { JsonObject } from '#kernel/json.js';
import { MailServers } from '#world/mail/mail-servers.js';
import { Deliveries } from '../../../deliveries/deliveries.js';
import { SentFiles } from '../../../deliveries/sent-files.js';
import { imap, type ImapConfig } from '../../../kinds/imap-kind.js';
import { pollCursorTable } from '../../../store/poll-cursor.entity.js';
import { WrittenSecrets } from '../../../store/secrets/written-secrets.js';
import { Pollers, Poller, type Poll } from '../poller.js';
import { ReadMails } from './read-mails.js';
import { after, beginning, type MailboxPlace, type MailPlace } from './mail-place.js';
import { MailboxFailure, MailSession, type FetchedMail } from './mail-session.js';

const mostAtOnce = 25;
const dayMs = 86_400_000;

type Place = MailPlace & { readonly since: string };

interface Reader {
  readonly poll: Poll;
  readonly config: ImapConfig;
  readonly session: MailSession;
  /** With what has become durable so far. */
  place: Place;
  /** How many more messages the poll takes. */
  room: number;
}

/** Asks mailboxes for new messages. Each message is one delivery, whose append notes the message. */
@Injectable()
export class ImapPoller extends Poller implements OnModuleInit {
  readonly kind = imap;

  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly servers: MailServers,
    private readonly deliveries: Deliveries,
    private readonly files: SentFiles,
    private readonly mails: ReadMails,
    private readonly secrets: WrittenSecrets,
    private readonly clock: Clock,
    private readonly pollers: Pollers,
  ) {
    super();
  }

  onModuleInit(): void {
    this.pollers.register(this);
  }

  async poll(poll: Poll): Promise<void> {
    const config = poll.trigger.config as ImapConfig;
    await this.deliveries.requireStart(poll.trigger);
    const place = await this.#placeOf(poll, config);
    const session = await MailSession.open(this.servers, await this.#accountOf(poll, config), poll.signal);
    const reader = { poll, config, session, place, room: mostAtOnce };
    try {
      const failures: Error[] = [];
      for (const mailbox of config.mailboxes) failures.push(...(await this.#tried(reader, mailbox)));
      if (failures[0] !== undefined) throw failures[0];
    } finally {
      session.close();
    }
  }

  /** Reads a mailbox. @returns the failure that leaves the other mailboxes readable, if there is one */
  async #tried(reader: Reader, mailbox: string): Promise<readonly Error[]> {
    try {
      await this.#read(reader, mailbox);
      return [];
    } catch (error) {
      if (!(error instanceof MailboxFailure)) throw error;
      const failure = new Error(`Mailbox "${mailbox}": ${error.message}`);
      if (!reader.session.isOpen) throw failure;
      return [failure];
    }
  }

  async #placeOf({ trigger }: Poll, { host, port, username }: ImapConfig): Promise<Place> {
    const source = [username, host, port].join(' ');
    const kept = await selectOne(this.pool, pollCursorTable, { triggerId: trigger.id });
    const place = kept?.place as unknown as MailPlace | undefined;
    if (place?.source === source) return { ...place, since: secondOf(trigger.updatedAt) };
    return { source, mailboxes: {}, since: secondOf(kept === undefined ? trigger.createdAt : trigger.updatedAt) };
  }

  async #accountOf({ trigger }: Poll, { host, port, secure, username, password }: ImapConfig) {
    const expand = (text: string): Promise<string> => this.secrets.expand(trigger.workspaceId, text);
    return { host: await expand(host), port, secure, username: await expand(username), password: await expand(password) };
  }

  async #read(reader: Reader, mailbox: string): Promise<void> {
    const { poll, config, session, place } = reader;
    const opened = await session.openMailbox(mailbox);
    const known = Object.hasOwn(place.mailboxes, mailbox) ? place.mailboxes[mailbox] : undefined;
    let at = known?.uidValidity === opened.uidValidity ? known : await this.#begin(session, opened, known?.latest ?? place.since);
    const placeAt = (reached: MailboxPlace) => ({ ...place, mailboxes: { ...place.mailboxes, [mailbox]: reached } });
    const uids = await this.#newIn(session, config, at);
    for (const uid of uids.slice(0, reader.room)) {
      poll.signal.throwIfAborted();
      const mail = await session.fetch(uid);
      if (mail === undefined) continue;
      at = after(at, mail, config.markAsRead);
      await this.#deliver(reader, { mail, mailbox, write: this.#write(poll, placeAt(at)) });
      reader.place = placeAt(at);
      reader.room -= 1;
    }
    if (at.unmarked.length > 0) {
      await session.markAsRead(at.unmarked);
      at = { ...at, unmarked: [] };
    }
    if (at === known) return;
    await this.store.append({ streams: [], writes: [this.#write(poll, placeAt(at))], lease: poll.lease });
    reader.place = placeAt(at);
  }

  async #begin(session: MailSession, opened: { uidValidity: string; uidNext: number }, since: string): Promise<MailboxPlace> {
    // Servers search by days of their own zone.
    const day = new Date(Date.parse(since) - dayMs).toISOString();
    return beginning(opened, since, await session.received(await session.found({ since: day }, 0)));
  }

  async #newIn(session: MailSession, { criteria }: ImapConfig, at: MailboxPlace): Promise<readonly number[]> {
    const uids = await session.found(criteria, at.lastUid);
    const received = await session.received(uids.filter((uid) => uid < at.firstUid));
    const old = new Set(received.filter(({ receivedAt }) => receivedAt < at.since).map(({ uid }) => uid));
    return uids.filter((uid) => !old.has(uid));
  }

  async #deliver(
    { poll: { trigger, lease, signal }, config }: Reader,
    { mail, mailbox, write }: { readonly mail: FetchedMail; readonly mailbox: string; readonly write: Write },
  ): Promise<void> {
    const { files, date, problem, ...read } = await this.mails.read(mail, signal);
    const key = `mail:${createHash('sha256').update(mail.receivedAt).update(mail.bytes).digest('base64url').slice(0, 22)}`;
    const sent = files.map((file) => ({ ...file, field: '', content: Buffer.from(file.content) }));
    const stored = config.includeAttachments ? await this.files.store(trigger, sent, { source: {}, key }) : [];
    const attachments = stored.map(({ file }) => file);
    const email = { ...read, date: date ?? mail.receivedAt, mailbox, hasAttachments: files.length > 0, attachments, problem };
    const payload = { email, ...email, timestamp: this.clock.iso() };
    await this.deliveries.accept({ trigger, key, payload, alongside: { writes: [write], lease } });
  }

  #write({ trigger }: Poll, { source, mailboxes }: MailPlace): Write {
    return pollCursorTable.put({ triggerId: trigger.id, place: { source, mailboxes } as unknown as JsonObject });
  }
}

/** Mail servers count full seconds. */
function secondOf(time: string): string {
  return new Date(Math.floor(Date.parse(time) / 1000) * 1000).toISOString();
}
