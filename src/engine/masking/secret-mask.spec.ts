import { describe, expect, it } from '@jest/globals';
import { SecretMask } from './secret-mask.js';

const secrets = new Map([
  ['KEY', 'abcd-efgh'],
  ['LONG', 'abcd-efgh-ijkl'],
  ['PIN', '1234567'],
  ['EMPTY', ''],
  ['ODD', '$&(.*[]\\"é'],
]);
const mask = new SecretMask(secrets);

/** A secret inside longer text, so that its Base64 begins at each of the three offsets. */
const around = ['', 'u:', 'us:', 'usr:'].flatMap((before) => ['', '@', '@h', '@ho'].map((after) => [before, after] as const));

describe('masking secrets', () => {
  it.each([
    ['x abcd-efgh y', 'x {{KEY}} y'],
    ['abcd-efgh-ijkl', '{{LONG}}'],
    ['-abcd-efgh-ijkl-abcd-efgh-', '-{{LONG}}-{{KEY}}-'],
    ['abcd-efghabcd-efgh', '{{KEY}}{{KEY}}'],
    ['a$&(.*[]\\"éb', 'a{{ODD}}b'],
    ['1234567', '1234567'],
    ['abcd-efg', 'abcd-efg'],
    ['', ''],
  ])('shows %j as %j', (text, shown) => {
    expect(mask.text(text)).toBe(shown);
  });

  it.each([0, 1, 262_137, 262_140, 262_143, 262_144, 600_000])(
    'masks a long text in steps, with a secret behind %d characters',
    (length) => {
      const text = `${'x'.repeat(length)}abcd-efgh${'y'.repeat(300_000)}`;
      const steps = mask.steps({ text });
      let [step, count] = [steps.next(), 0];
      for (; step.done !== true; step = steps.next()) count += 1;
      expect(step.value).toEqual({ text: mask.text(text) });
      expect(count).toBeGreaterThanOrEqual(Math.floor(length / (256 * 1024)));
    },
  );

  it('looks through a long text without a secret in many steps', () => {
    const text = 'x'.repeat(9_000_000);
    const steps = [...mask.steps(text)];
    expect(steps.length).toBeGreaterThan(30);
    const inside = { text };
    expect(mask.json(inside)).toBe(inside);
  });

  it('masks a secret inside JSON text inside JSON text, a long one in Base64, and one of digits as a number', () => {
    const key = `-----BEGIN KEY-----\n${'AbC+/d"9'.repeat(400)}\n-----END KEY-----\n`;
    const masked = new SecretMask(
      new Map([
        ['KEY', key],
        ['PIN', '12345678901'],
      ]),
    );
    expect(masked.text(JSON.stringify({ body: JSON.stringify({ key }) }))).toBe('{"body":"{\\"key\\":\\"{{KEY}}\\"}"}');
    expect(masked.text(Buffer.from(key).toString('base64'))).toBe('{{KEY}}');
    expect(masked.json({ numbers: [12_345_678_901, 12_345_678_902, 5, -1] })).toEqual({ numbers: ['{{PIN}}', 12_345_678_902, 5, -1] });
  });

  it('finds a secret at every position of a text', () => {
    for (let length = 0; length < 40; length += 1) {
      expect(mask.text(`${'x'.repeat(length)}abcd-efgh${'y'.repeat(40 - length)}`)).toBe(
        `${'x'.repeat(length)}{{KEY}}${'y'.repeat(40 - length)}`,
      );
    }
  });

  it.each<[string, string, string]>([
    ['KEY', 'upper case', 'ABCD-EFGH'],
    ['ODD', 'lower case', '$&(.*[]\\"é'.toLowerCase()],
    ['KEY', 'hexadecimal', Buffer.from('abcd-efgh').toString('hex')],
    ['KEY', 'upper-case hexadecimal', Buffer.from('abcd-efgh').toString('hex').toUpperCase()],
    ['ODD', 'percent-encoding', encodeURIComponent('$&(.*[]\\"é')],
    ['ODD', 'lower-case percent-encoding', encodeURIComponent('$&(.*[]\\"é').replaceAll(/%../g, (escape) => escape.toLowerCase())],
    ['ODD', 'the encoding of forms', new URLSearchParams({ q: '$&(.*[]\\"é' }).toString().slice(2)],
    ['ODD', 'JSON text', JSON.stringify('$&(.*[]\\"é').slice(1, -1)],
  ])('shows {{%s}} for %s', (name, _form, text) => {
    expect(mask.text(`<${text}>`)).toBe(`<{{${name}}}>`);
  });

  it.each(around)('shows nothing of a secret in the Base64 of "%s…%s", in either alphabet', (before, after) => {
    for (const [name, secret] of [
      ['KEY', 'abcd-efgh'],
      ['ODD', '$&(.*[]\\"é'],
    ] as const) {
      const encoded = Buffer.from(`${before}${secret}${after}`);
      for (const alphabet of ['base64', 'base64url'] as const) {
        const shown = mask.text(`Basic ${encoded.toString(alphabet)};`);
        expect(shown).toMatch(new RegExp(`^Basic [\\w+/-]*\\{\\{${name}\\}\\}[\\w+/=-]*;$`));
        const [left = '', right = ''] = shown.slice('Basic '.length, -1).split(`{{${name}}}`);
        // What is left are whole characters of the text around, or fewer.
        expect(Buffer.from(left, 'base64').toString()).toBe(before.slice(0, Buffer.from(left, 'base64').length));
        expect(right.replaceAll('=', '').length).toBeLessThanOrEqual(Math.ceil((after.length * 8) / 6));
      }
    }
  });

  it('masks a long value as it is and inside JSON text', () => {
    const certificate = `-----BEGIN KEY-----\n${'MIIE'.repeat(500)}\n-----END KEY-----`;
    const long = new SecretMask([['CERT', certificate]]);
    expect(long.text(`a ${certificate} b`)).toBe('a {{CERT}} b');
    expect(long.text(JSON.stringify({ certificate }))).toBe('{"certificate":"{{CERT}}"}');
  });

  it('reaches every depth and changes no key', () => {
    expect(mask.json({ a: [{ 'x-abcd-efgh': 'abcd-efgh', n: 12, none: null }] })).toEqual({
      a: [{ 'x-abcd-efgh': '{{KEY}}', n: 12, none: null }],
    });
  });

  it.each([[{ a: ['x', { b: 'ordinary text' }] }], [[1, 'two', null]], ['plain text']])('returns %j itself', (value) => {
    expect(mask.json(value)).toBe(value);
    expect(new SecretMask([]).json(value)).toBe(value);
  });

  it('shows the beginnings of a text as the whole text, and keeps back no more than what may change', () => {
    const random = randomBy(11);
    const values = [...secrets, ['LOW', 'aaaaaaab'], ['LOWER', 'aaaaaaaabaaa'], ['TAIL', 'baaaaaaaa']] as const;
    const many = new SecretMask(values);
    const words = [
      ...values.map(([, value]) => value),
      ...values.map(([, value]) => Buffer.from(`u:${value}@h`).toString('base64')),
      ...values.map(([, value]) => encodeURIComponent(value)),
      ...['a', 'b', 'aaaa', ' ', '=', 'abcd', '"'],
    ];
    for (let round = 0; round < 400; round += 1) {
      const whole = Array.from({ length: 1 + (random() % 9) }, () => words[random() % words.length]).join('');
      let [shown, rest] = ['', ''];
      for (let at = 0; at < whole.length;) {
        const end = at + 1 + (random() % 12);
        const begun = many.begin(rest + whole.slice(at, end));
        [shown, rest] = [shown + begun.shown, begun.rest];
        at = end;
      }
      expect({ whole, shown: shown + many.text(rest) }).toEqual({ whole, shown: many.text(whole) });
    }
    expect(many.begin('an ordinary text.')).toEqual({ shown: 'an ordinary text', rest: '.' });
    expect(new SecretMask([]).begin('an ordinary text.')).toEqual({ shown: 'an ordinary text.', rest: '' });
  });

  it('agrees with a search for each form on its own, on random text', () => {
    const random = randomBy(7);
    const alphabet = 'ab';
    const word = (length: number): string => Array.from({ length }, () => alphabet[random() % alphabet.length]).join('');
    for (let round = 0; round < 200; round += 1) {
      const secret = word(8 + (random() % 4));
      const text = word(200);
      const shown = new SecretMask([['S', secret]]).text(text);
      // Upper case, Base64 and the like have other characters, so only the secret itself can be found.
      expect(shown).toBe(text.replaceAll(secret, '{{S}}'));
    }
  });
});

function randomBy(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8;
}
