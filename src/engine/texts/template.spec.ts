import { describe, expect, it } from '@jest/globals';
import { parseTemplate } from './template.js';

const cut = (text: string, ...names: readonly string[]): readonly string[] =>
  parseTemplate(text, ({ base }) => names.includes(base)).map((part) => (typeof part === 'string' ? part : `${part.kind} ${part.raw}`));

describe('templates', () => {
  it('cuts a text at its placeholders', () => {
    expect(cut('Hello <start.name>, {{TOKEN}}!', 'start')).toEqual(['Hello ', 'reference <start.name>', ', ', 'secret {{TOKEN}}', '!']);
  });

  it('cuts a text with 10,000 placeholders, and refuses more', () => {
    expect(cut('<a.x>'.repeat(10_000), 'a')).toHaveLength(10_000);
    expect(cut('<b.x>'.repeat(10_001), 'a')).toHaveLength(1);
    expect(() => cut('<a.x>'.repeat(10_001), 'a')).toThrow('A field must not have more than 10,000 references');
  });

  it('leaves unknown names as text', () => {
    expect(cut('<b>bold</b> <start.x>', 'start')).toEqual(['<b>bold</b> ', 'reference <start.x>']);
  });

  it('sees placeholders that touch', () => {
    expect(cut('<a.x><a.y>{{B}}{{C}}', 'a')).toEqual(['reference <a.x>', 'reference <a.y>', 'secret {{B}}', 'secret {{C}}']);
  });

  it('sees a reference in angle brackets', () => {
    expect(cut('Ann <<start.mail>>', 'start')).toEqual(['Ann <', 'reference <start.mail>', '>']);
  });

  it('sees a secret in braces', () => {
    expect(cut('{{{A}}}')).toEqual(['{', 'secret {{A}}', '}']);
  });

  it.each(['{{ A }}', '{{1A}}', '{{A-B}}', '{{A.B}}', '{{}}', '{A}', '{{A}'])('leaves %s as text', (text) => {
    expect(cut(text)).toEqual([text]);
  });

  it('has no parts when there is no text', () => {
    expect(cut('')).toEqual([]);
  });
});
