/** How far one mailbox was read. */
export interface MailboxPlace {
  /** Of the numbering of its messages. With another one, the numbers mean nothing. */
  readonly uidValidity: string;
  /** The last message that was delivered, or is older than the trigger. */
  readonly lastUid: number;
  /** Messages with a smaller number were there when the mailbox was first read: they are new if they were received since `since`. */
  readonly firstUid: number;
  /** ISO 8601. */
  readonly since: string;
  /** When the latest of the delivered messages was received: a new numbering continues there. ISO 8601. */
  readonly latest: string;
  /** Messages that were delivered and are not marked as read yet. */
  readonly unmarked: readonly number[];
}

/** Where a trigger has come to. */
export interface MailPlace {
  /** Server and user, as they are written in the block: another source begins again. */
  readonly source: string;
  readonly mailboxes: Readonly<Record<string, MailboxPlace>>;
}

/** Messages whose marks are kept although they fail. */
const mostUnmarked = 1_000;

/** Where a mailbox begins, given the messages that were received on the days of `since` and after it. */
export function beginning(
  opened: { readonly uidValidity: string; readonly uidNext: number },
  since: string,
  received: readonly { readonly uid: number; readonly receivedAt: string }[],
): MailboxPlace {
  const { uidValidity, uidNext } = opened;
  const first = received.filter(({ receivedAt }) => receivedAt >= since).reduce((least, { uid }) => Math.min(least, uid), uidNext);
  return { uidValidity, lastUid: first - 1, firstUid: uidNext, since, latest: since, unmarked: [] };
}

/** The place after a message. */
export function after(
  place: MailboxPlace,
  { uid, receivedAt }: { readonly uid: number; readonly receivedAt: string },
  isMarked: boolean,
): MailboxPlace {
  const latest = receivedAt > place.latest ? receivedAt : place.latest;
  return { ...place, lastUid: uid, latest, unmarked: isMarked ? [...place.unmarked, uid].slice(-mostUnmarked) : place.unmarked };
}
