import { describe, expect, it } from '@jest/globals';
import { readMail } from './read-mail.js';

const lines = (...all: readonly string[]): Uint8Array => Buffer.from(all.join('\r\n'), 'latin1');

describe('a message', () => {
  it('is read with its addresses, both texts and its attachments', async () => {
    const mail = await readMail(
      lines(
        'Message-ID: <1@example.com>',
        'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
        'From: "Shop, Inc." <shop@example.com>',
        'To: a@example.com, Team: b@example.com, Bo <c@example.com>;',
        'Cc: d@example.com',
        'Date: Mon, 23 Nov 2026 13:00:00 +0100',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: multipart/alternative; boundary=y',
        '',
        '--y',
        'Content-Type: text/plain; charset=iso-8859-1',
        '',
        'caf\xe9',
        '--y',
        'Content-Type: text/html',
        '',
        '<b>caf&eacute;</b>',
        '--y--',
        '--x',
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="../../etc/bill.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        'JVBERi0=',
        '--x--',
      ),
    );
    const { files, ...texts } = mail;
    expect(texts).toEqual({
      messageId: '<1@example.com>',
      subject: 'Grüße',
      from: 'Shop, Inc. <shop@example.com>',
      to: 'a@example.com, b@example.com, Bo <c@example.com>',
      cc: 'd@example.com',
      date: '2026-11-23T12:00:00.000Z',
      bodyText: 'café\n',
      bodyHtml: '<b>caf&eacute;</b>\n',
      problem: null,
    });
    expect(files).toEqual([{ name: 'bill.pdf', mediaType: 'application/pdf', content: new Uint8Array(Buffer.from('%PDF-')) }]);
  });

  it.each<[string, Uint8Array]>([
    ['without anything', lines('')],
    ['of bytes that are no text', Buffer.from(Array.from({ length: 5_000 }, (_each, index) => (index * 37) % 256))],
    ['without an end of its header', lines('Subject: a')],
    ['whose parts never end', lines('Content-Type: multipart/mixed; boundary=x', '', '--x', 'Content-Type: text/plain', '', 'a')],
  ])('%s is read without a problem', async (_what, bytes) => {
    expect(await readMail(bytes)).toMatchObject({ problem: null });
  });

  it.each(['no-such-charset', '\x01', 'utf-7', '"'])('in the charset %j is read as well as it can be', async (charset) => {
    const mail = await readMail(lines('Subject: =?nope?Q?a?= b', `Content-Type: text/plain; charset=${charset}`, '', 'plain'));
    expect(mail.bodyText).toContain('plain');
  });

  it('has no character that cannot be stored', async () => {
    const mail = await readMail(lines('Subject: =?utf-8?B?AGEA?=', 'From: "\0x" <a@b>', 'Content-Type: text/plain', '', 'a\0b'));
    expect(JSON.stringify(mail)).not.toContain(String.raw`\u0000`);
  });

  it('of 10 MB is read up to a million characters, and says so', async () => {
    const mail = await readMail(lines('Subject: large', '', `${'a'.repeat(998)}\r\n`.repeat(10_500)));
    expect([mail.subject, mail.bodyText.length, mail.problem]).toEqual([
      'large',
      1_048_576,
      expect.stringContaining('longer than 1048576'),
    ]);
  });

  it('that nests parts without end is its header', async () => {
    const nested = Array.from({ length: 400 }, (_each, level) => [
      `--b${level}`,
      `Content-Type: multipart/mixed; boundary=b${level + 1}`,
      '',
    ]).flat();
    const mail = await readMail(lines('Subject: deep', 'Content-Type: multipart/mixed; boundary=b0', '', ...nested));
    expect(mail).toMatchObject({ subject: 'deep', bodyText: '', files: [], problem: 'Only the header of the message can be read' });
  });

  it('with a header of 3 MB is the beginning of its header', async () => {
    const mail = await readMail(
      lines('Subject: long', ...Array.from({ length: 30_000 }, (_each, at) => `X-${at}: ${'a'.repeat(90)}`), '', 'body'),
    );
    expect(mail).toMatchObject({ subject: 'long', bodyText: '', problem: 'Only the header of the message can be read' });
  });

  it('with 150 attachments has the first 100, and says so', async () => {
    const parts = Array.from({ length: 150 }, () => ['--x', 'Content-Type: image/png', 'Content-Disposition: attachment', '', 'a']).flat();
    const mail = await readMail(lines('Content-Type: multipart/mixed; boundary=x', '', ...parts, '--x--'));
    expect([mail.files.length, mail.files[1]?.name, mail.problem]).toEqual([100, 'attachment-2', expect.stringContaining('more than 100')]);
  });

  it.each([
    ['..', 'attachment-1'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['x'.repeat(300) + '.pdf', 'x'.repeat(46) + '.pdf'],
    ['CON:?*.txt', 'CON.txt'],
    ['C:\\docs\\bill.pdf', 'bill.pdf'],
  ])('with a file named %j gives it a name that can be stored', async (name, stored) => {
    const encoded = `=?utf-8?B?${Buffer.from(name).toString('base64')}?=`;
    const mail = await readMail(
      lines(
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: a/b',
        `Content-Disposition: attachment; filename="${encoded}"`,
        '',
        'a',
        '--x--',
      ),
    );
    expect(mail.files.map((file) => file.name)).toEqual([stored]);
  });
});
