import { isJsonObject, type JsonObject } from '#kernel/json.js';
import { BlockFields } from '../domain/block-fields.js';
import { everyMinute } from '../schedules/every-minute.js';
import { readCriteria } from './mail-criteria.js';
import { written, type TriggerKind } from './trigger-kind.js';

export const imap = 'imap';
const mostMailboxes = 10;

/** The configuration of a trigger that fires for the messages of mailboxes. References to secrets stay as they are written. */
export type ImapConfig = {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS. Otherwise it is upgraded with STARTTLS. */
  readonly secure: boolean;
  readonly username: string;
  /** The name of a secret in braces, never its value. */
  readonly password: string;
  readonly mailboxes: readonly string[];
  /** As the IMAP client takes them. */
  readonly criteria: JsonObject;
  readonly markAsRead: boolean;
  readonly includeAttachments: boolean;
};

/** A new message in a mailbox starts a run. Its configuration is an `ImapConfig`. */
export const imapKind: TriggerKind = {
  kind: imap,
  shownAs: 'polling',
  trigger: 'webhook',
  reads: (block) => block.type === imap || (block['triggerMode'] === true && written(block, 'triggerId') === 'imap_poller'),
  read: (block) => {
    const fields = new BlockFields(block);
    const secure = fields.flag('secure', true);
    const config = {
      host: hostOf(fields),
      port: fields.integer('port', 1, 65_535, secure ? 993 : 143) ?? 0,
      secure,
      username: fields.text('username') ?? fields.missing('username') ?? '',
      password: passwordOf(fields),
      mailboxes: mailboxesOf(fields),
      criteria: criteriaOf(fields),
      markAsRead: fields.flag('markAsRead', true),
      includeAttachments: fields.flag('includeAttachments'),
    } satisfies ImapConfig;
    return fields.problems.length > 0 ? { problems: fields.problems } : { provider: imap, hasAddress: false, config };
  },
  schedule: () => everyMinute,
  polls: true,
};

function hostOf(fields: BlockFields): string {
  const host = fields.text('host');
  if (host === undefined) fields.missing('host');
  else if (!host.includes('{{') && !/^[\w.:-]{1,253}$/.test(host))
    fields.refuse('host', 'needs a host such as imap.example.com, without a protocol and without a port');
  return host ?? '';
}

/** A password in the document would be shown to everyone who may read the workflow. */
function passwordOf(fields: BlockFields): string {
  const password = fields.text('password');
  if (password === undefined) fields.missing('password');
  else if (!/^\{\{\s*\w+\s*\}\}$/.test(password)) fields.refuse('password', 'needs the password as a secret of the workspace: {{NAME}}');
  return password ?? '';
}

function mailboxesOf(fields: BlockFields): readonly string[] {
  const value = fields.value('mailbox');
  // The name of a mailbox may have a comma.
  const names = Array.isArray(value) ? [...new Set(fields.list('mailbox'))] : [fields.text('mailbox') ?? 'INBOX'];
  const isGood = names.length > 0 && names.length <= mostMailboxes && names.every((name) => !/[\p{Cc}]/u.test(name) && name.length <= 500);
  if (!isGood) fields.refuse('mailbox', `needs the name of a mailbox, or a list of up to ${mostMailboxes}`);
  return names;
}

function criteriaOf(fields: BlockFields): JsonObject {
  const value = fields.value('searchCriteria') ?? { unseen: true };
  const read = readCriteria(typeof value === 'string' ? parsed(value) : value);
  if (isJsonObject(read)) return read;
  fields.refuse('searchCriteria', read);
  return {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
