import { defineBlock } from '../../define-block.js';
import { asWritten, flag } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { firedOutput } from './fired-output.js';

const line = (description: string) => asWritten({ type: 'string', description });

/** The module of triggers reads the fields when the workflow is deployed and when the mailbox is asked. */
export const imapBlock = defineBlock({
  type: 'imap',
  name: 'IMAP Email',
  description: 'Starts a run for each new message in a mailbox.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    host: line('Name of the IMAP server, such as `imap.example.com`.'),
    port: asWritten({ type: 'number', description: 'Empty: 993, or 143 if the connection does not begin with TLS.' }),
    secure: flag('The connection begins with TLS. Otherwise it is upgraded with STARTTLS.', { default: true }),
    username: line('With what the server is signed in to, often the e-mail address.'),
    password: line('A secret of the workspace, as `{{NAME}}`.'),
    mailbox: asWritten({ description: 'Name of the mailbox, or a list of up to 10.', default: 'INBOX' }),
    searchCriteria: asWritten({ description: 'Which messages count, as JSON.', default: { unseen: true } }),
    markAsRead: flag('Messages that have started a run are marked as read.', { default: true }),
    includeAttachments: flag('Attachments are stored as files of the workspace.'),
  },
  outputs: {
    email: output('object', 'The message, with the fields below.'),
    messageId: output('string', 'Id of the message.'),
    subject: output('string', 'Subject.'),
    from: output('string', 'Sender: `Name <address>`.'),
    to: output('string', 'Receivers, with commas.'),
    cc: output('string', 'Receivers of copies, with commas.'),
    date: output('string', 'When it was sent, in ISO 8601; without a readable date, when it was received.'),
    bodyText: output('string', 'The text.'),
    bodyHtml: output('string', 'The text as HTML.'),
    mailbox: output('string', 'The mailbox in which it is.'),
    hasAttachments: output('boolean', 'Whether the message has attachments.'),
    attachments: output('array', 'The attachments as files, with `includeAttachments`.'),
    problem: output('string', 'Why a part of the message is missing; else null.'),
    timestamp: output('string', 'When the message was found.'),
  },
  run: (_fields, context) => ({ output: firedOutput(context.input) }),
});
