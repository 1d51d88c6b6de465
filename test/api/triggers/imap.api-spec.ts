import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { builtInPlans } from '#kernel/plan/plan.js';
import { ImapPoller } from '#modules/triggers/firing/polls/mail/imap-poller.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { eventually } from '../../support/eventually.js';
import { choosePlan } from '../../support/plans.js';
import { mailUser, plainMail, startMailServer, type TestMailServer } from '../../support/triggers/mail-server.js';
import { deployPoller, pollOnce, type DeployedPoller } from '../../support/triggers/pollers.js';
import { runInputs } from '../../support/triggers/run-inputs.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let closed: TestApp;
let mail: TestMailServer;
let folder: string;
const deployedHere: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  const plans = join(folder, 'plans.json');
  const { name: _, ...plan } = builtInPlans.find(({ name }) => name === 'selfhosted') ?? { name: '' };
  await writeFile(plans, JSON.stringify({ plans: { tiny: { ...plan, storageBytes: 1000 }, spent: { ...plan, costLimitUsd: 0 } } }));
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1', SLUICE_PLANS_FILE: plans } });
  closed = await startTestApp({ beside: server });
  await owner()
    .put(`/api/v1/workspaces/${server.first.workspaceId}/environment`)
    .send({ variables: { MAIL_PASSWORD: mailUser.password, WRONG: 'wrong-password' } })
    .expect(200);
}, 60_000);
beforeEach(async () => {
  mail = await startMailServer();
});
afterEach(async () => {
  for (const id of deployedHere.splice(0)) await owner().delete(`/api/v1/workflows/${id}/deploy`).expect(200);
  await mail.close();
});
afterAll(async () => {
  await closed.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const owner = () => server.as(server.first.apiKey);
const account = () => ({
  host: '127.0.0.1',
  port: mail.port,
  secure: false,
  username: mailUser.username,
  password: '{{MAIL_PASSWORD}}',
});

async function reading(fields: JsonObject = {}, more: JsonObject = {}): Promise<DeployedPoller> {
  const reader = await deployPoller(server, triggered(fieldBlock('mail', 'imap', { ...account(), ...fields }, more)));
  deployedHere.push(reader.workflowId);
  return reader;
}

const poll = (reader: DeployedPoller, app = server): Promise<void> => pollOnce(app, ImapPoller, reader.triggerId);
const subjects = async (reader: DeployedPoller, count: number) =>
  (await runInputs(server, reader.workflowId, count)).map((input) => input['subject']);
const deliveries = async ({ workflowId }: DeployedPoller): Promise<readonly string[]> =>
  (
    await server.database.pool.query<{ outcome: string }>('select outcome from delivery where workflow_id = $1 order by received_at, id', [
      workflowId,
    ])
  ).rows.map(({ outcome }) => outcome);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('a mailbox', () => {
  it('starts one run for each message since the registration, and marks it as read', async () => {
    const old = mail.deliver(plainMail('old'), { at: daysAgo(0.1) });
    const reader = await reading();
    const first = mail.deliver(plainMail('first', 'one', ['Date: Mon, 23 Nov 2026 12:00:00 +0000', 'Cc: boss@example.com']));
    mail.deliver(plainMail('second'));
    await poll(reader);
    await poll(reader);
    mail.deliver(plainMail('third'));
    await poll(reader);
    const [input, ...others] = await runInputs(server, reader.workflowId, 3);
    const email = {
      messageId: '<first@example.com>',
      subject: 'first',
      from: 'Shop <shop@example.com>',
      to: 'orders@example.com',
      cc: 'boss@example.com',
      date: '2026-11-23T12:00:00.000Z',
      bodyText: expect.stringMatching(/^one\s*$/),
      bodyHtml: '',
      mailbox: 'INBOX',
      hasAttachments: false,
      attachments: [],
      problem: null,
    };
    expect(input).toEqual({ ...email, email, timestamp: expect.any(String) });
    expect(others.map(({ subject }) => subject)).toEqual(['second', 'third']);
    expect([mail.isRead(old), mail.isRead(first)]).toEqual([false, true]);
  });

  it('with 60 new messages is read in three polls, and none is lost', async () => {
    const reader = await reading();
    for (let n = 1; n <= 60; n += 1) mail.deliver(plainMail(`m${n}`));
    for (const expected of [25, 50, 60, 60]) {
      await poll(reader);
      expect(await deliveries(reader)).toHaveLength(expected);
    }
    expect(await subjects(reader, 60)).toEqual(Array.from({ length: 60 }, (_each, index) => `m${index + 1}`));
  });

  it('has as many new messages as meet the criteria', async () => {
    const reader = await reading({ searchCriteria: '{"unseen": true, "subject": "order"}', markAsRead: false });
    const read = mail.deliver(plainMail('order-1'));
    mail.deliver(plainMail('order-2'), { flags: ['\\Seen'] });
    mail.deliver(plainMail('other'));
    await poll(reader);
    await poll(reader);
    expect(await subjects(reader, 1)).toEqual(['order-1']);
    expect([mail.isRead(read), (await deliveries(reader)).length]).toEqual([false, 1]);
  });

  it('may be one of several, each with its own place', async () => {
    const reader = await reading({ mailbox: ['INBOX', 'Orders'] });
    mail.deliver(plainMail('inbox'));
    mail.deliver(plainMail('orders'), { mailbox: 'Orders' });
    await poll(reader);
    mail.deliver(plainMail('more'), { mailbox: 'Orders' });
    await poll(reader);
    expect((await runInputs(server, reader.workflowId, 3)).map(({ subject, mailbox }) => [subject, mailbox])).toEqual([
      ['inbox', 'INBOX'],
      ['orders', 'Orders'],
      ['more', 'Orders'],
    ]);
  });

  it('whose messages have new numbers starts no second run for one, and loses none', async () => {
    const reader = await reading({ markAsRead: false });
    mail.deliver(plainMail('before'), { at: daysAgo(3) });
    mail.deliver(plainMail('first'));
    await poll(reader);
    mail.deliver(plainMail('second'));
    mail.renumber();
    await poll(reader);
    await poll(reader);
    expect(await subjects(reader, 2)).toEqual(['first', 'second']);
    expect((await deliveries(reader)).filter((outcome) => outcome === 'accepted')).toHaveLength(2);
  });

  it('into which an old message is moved has a new message', async () => {
    const reader = await reading();
    await poll(reader);
    mail.deliver(plainMail('moved'), { at: daysAgo(300) });
    await poll(reader);
    expect(await subjects(reader, 1)).toEqual(['moved']);
  });

  it('continues after a crash between two messages, and marks those that were not marked', async () => {
    const reader = await reading();
    const first = mail.deliver(plainMail('a'));
    await poll(reader);
    // As if the process had died after the append, before it marked the message.
    await server.database.pool.query(
      `update poll_cursor set place = jsonb_set(place, '{mailboxes,INBOX,unmarked}', to_jsonb(array[$2::int])) where trigger_id = $1`,
      [reader.triggerId, mail.deliver(plainMail('b'), { flags: ['\\Flagged'] })],
    );
    await poll(reader);
    expect(await subjects(reader, 2)).toEqual(['a', 'b']);
    expect([mail.isRead(first), mail.isRead(2)]).toEqual([true, true]);
  });

  it('is asked by the block that editors export', async () => {
    const reader = await reading({ triggerId: 'imap_poller', searchCriteria: '{ "unseen": true }' }, { triggerMode: true });
    mail.deliver(plainMail('a'));
    await poll(reader);
    expect(await subjects(reader, 1)).toEqual(['a']);
  });
});

describe('attachments', () => {
  const withFile = (content: Buffer | string, name = 'bill.pdf'): string =>
    [
      'Subject: bill',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'see below',
      '--x',
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
      '--x--',
    ].join('\r\n');

  it('are files of the workspace, once for each message', async () => {
    const reader = await reading({ includeAttachments: true });
    mail.deliver(withFile('%PDF-1.4'));
    await poll(reader);
    const [input] = await runInputs(server, reader.workflowId, 1);
    const [file] = (input?.['attachments'] ?? []) as JsonObject[];
    expect(file).toEqual(expect.objectContaining({ name: 'bill.pdf', size: 8, type: 'application/pdf', url: expect.any(String) }));
    const url = new URL((file?.['url'] ?? '') as string);
    const { text, body } = await owner()
      .get(url.pathname + url.search)
      .expect(200);
    expect(text ?? (body as Buffer).toString()).toBe('%PDF-1.4');
    expect(input).toMatchObject({ hasAttachments: true, bodyText: expect.stringContaining('see below') });
  });

  it('whose name no file may have keep no message back', async () => {
    const reader = await reading({ includeAttachments: true });
    mail.deliver(withFile('%PDF-1.4', 'bill%2F2026.pdf'));
    mail.deliver(withFile('%PDF-1.4', '\ufb2c'.repeat(50)));
    mail.deliver(plainMail('next'));
    await poll(reader);
    const inputs = await runInputs(server, reader.workflowId, 3);
    const [first, second, third] = inputs.map((input) => input['attachments'] as JsonObject[]);
    expect([first?.[0]?.['name'], second?.[0]?.['size'], third]).toEqual(['bill_2026.pdf', 8, []]);
  });

  it('are not stored unless the block says so', async () => {
    const reader = await reading();
    mail.deliver(withFile('%PDF-1.4'));
    await poll(reader);
    expect((await runInputs(server, reader.workflowId, 1))[0]).toMatchObject({ hasAttachments: true, attachments: [] });
  });

  it('that do not fit into the storage of the account make the poll fail, and the message waits', async () => {
    const reader = await reading({ includeAttachments: true });
    mail.deliver(withFile('x'.repeat(1_200)));
    await choosePlan(server, 'tiny');
    await expect(poll(reader)).rejects.toThrow('Storage limit exceeded');
    expect(await deliveries(reader)).toEqual([]);
    await choosePlan(server, 'selfhosted');
    await poll(reader);
    expect(await deliveries(reader)).toEqual(['accepted']);
  });
});

describe('a hostile message', () => {
  it.each<[string, string | Buffer, JsonObject]>([
    ['nests parts without end', deep(), { subject: 'deep', problem: 'Only the header of the message can be read' }],
    [
      'has a header of 3 MB',
      `Subject: long\r\n${`X-A: ${'a'.repeat(90)}\r\n`.repeat(30_000)}\r\nbody`,
      { subject: 'long', problem: 'Only the header of the message can be read' },
    ],
    [
      'has 10 MB',
      `Subject: large\r\n\r\n${`${'a'.repeat(998)}\r\n`.repeat(10_500)}`,
      { subject: 'large', problem: expect.stringContaining('longer') as never },
    ],
    [
      'has 26 MB',
      `Subject: larger\r\n\r\n${`${'a'.repeat(998)}\r\n`.repeat(27_300)}`,
      { subject: 'larger', problem: expect.stringContaining('25 MiB') as never },
    ],
    ['has a broken charset and NUL', 'Subject: =?nope?B?AA==?=\r\nContent-Type: text/plain; charset=nope\r\n\r\na\0b', { problem: null }],
    ['is empty', '', { subject: '', from: '', problem: null }],
  ])(
    'that %s starts one run, and the next message too',
    async (_what, raw, expected) => {
      const reader = await reading();
      mail.deliver(raw);
      mail.deliver(plainMail('next'));
      await poll(reader);
      const inputs = await runInputs(server, reader.workflowId, 2);
      expect(inputs).toEqual([expect.objectContaining(expected), expect.objectContaining({ subject: 'next' })]);
    },
    60_000,
  );
});

describe('a poll of a mailbox', () => {
  it.each<[string, () => JsonObject, string]>([
    ['with a wrong password', () => ({ password: '{{WRONG}}' }), 'The mail server refused the user name or the password'],
    ['with a secret that the workspace does not have', () => ({ password: '{{ABSENT}}' }), 'The workspace has no secret ABSENT'],
    ['of a mailbox that does not exist', () => ({ mailbox: 'Nothing' }), 'Mailbox "Nothing": The mailbox cannot be opened (BAD)'],
    ['of a server that cannot be reached', () => ({ port: 1_025 }), 'The mail server cannot be reached (ECONNREFUSED)'],
  ])('%s fails, says why without any credential, and starts nothing', async (_what, fields, problem) => {
    const reader = await reading(fields());
    mail.deliver(plainMail('a'));
    const error = (await poll(reader).catch((refusal: unknown) => refusal)) as Error;
    expect(error.message).toBe(problem);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/wrong-password|pass-of-the-mail-user/);
    expect(await deliveries(reader)).toEqual([]);
  });

  it('leaves messages where they are while the account may not start runs', async () => {
    const reader = await reading();
    await choosePlan(server, 'spent');
    const refused = () => expect(poll(reader)).rejects.toThrow('Usage limit exceeded');
    await eventually(refused, 15_000);
    mail.deliver(plainMail('waits'));
    await refused();
    expect(await deliveries(reader)).toEqual([]);
    await choosePlan(server, 'selfhosted');
    await eventually(() => poll(reader), 15_000);
    expect(await subjects(reader, 1)).toEqual(['waits']);
  });

  it('of several mailboxes reads the others when one cannot be opened, and says which one', async () => {
    const reader = await reading({ mailbox: ['INBOX', 'Gone', 'Orders'] });
    for (const count of [1, 2]) {
      mail.deliver(plainMail(`first-${count}`));
      mail.deliver(plainMail(`last-${count}`), { mailbox: 'Orders' });
      await expect(poll(reader)).rejects.toThrow('Mailbox "Gone": The mailbox cannot be opened (BAD)');
      expect(await deliveries(reader)).toEqual(Array.from({ length: 2 * count }, () => 'accepted'));
    }
  });

  it('of an address that the outbound policy refuses opens no connection', async () => {
    const reader = await reading();
    const before = mail.connections();
    await expect(poll(reader, closed)).rejects.toThrow('Destination not allowed');
    expect(mail.connections()).toBe(before);
  });

  it('leaves no password in the database', async () => {
    const reader = await reading();
    mail.deliver(plainMail('a'));
    await poll(reader);
    const { rows } = await server.database.pool.query<{ text: string }>(
      `select (select config::text from trigger where id = $1) || (select place::text from poll_cursor where trigger_id = $1)
         || (select string_agg(data::text, '') from ledger_event) || (select string_agg(data::text, '') from run_event) as text`,
      [reader.triggerId],
    );
    expect(rows[0]?.text).toContain('{{MAIL_PASSWORD}}');
    expect(rows[0]?.text).not.toContain(mailUser.password);
  });
});

describe('a trigger of a mailbox', () => {
  it.each<[string, JsonObject, string, string]>([
    ['no host', { host: '' }, 'host', 'required'],
    ['a host with a protocol', { host: 'imaps://mail.example.com' }, 'host', 'invalid_value'],
    ['a port that is none', { port: '70000' }, 'port', 'invalid_value'],
    ['no user', { username: '' }, 'username', 'required'],
    ['no password', { password: '' }, 'password', 'required'],
    ['a password in the document', { password: 'open-sesame' }, 'password', 'invalid_value'],
    ['eleven mailboxes', { mailbox: Array.from({ length: 11 }, (_each, index) => `m${index}`) }, 'mailbox', 'invalid_value'],
    ['criteria that are no JSON', { searchCriteria: 'unseen' }, 'searchCriteria', 'invalid_value'],
    ['an unknown criterion', { searchCriteria: { uid: '1' } }, 'searchCriteria', 'invalid_value'],
    ['a flag that is none', { markAsRead: 'perhaps' }, 'markAsRead', 'invalid_value'],
  ])('with %s keeps a version from being deployed', async (_what, fields, field, code) => {
    const id = await createWorkflow(server, { state: triggered(fieldBlock('mail', 'imap', { ...account(), ...fields })) });
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ path: ['blocks', 'mail', field], code })]);
    expect(JSON.stringify(body)).not.toContain('open-sesame');
  });
});

function deep(): string {
  const parts = Array.from({ length: 400 }, (_each, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n`);
  return ['Subject: deep', 'Content-Type: multipart/mixed; boundary=b0', '', ...parts].join('\r\n');
}
