import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { displayData } from './display-data.js';

const shown = (data: Json): string =>
  displayData(data)
    .toString()
    .replaceAll(/\s*\n\s*/g, '');

describe('what is asked', () => {
  it('is shown as terms and what they stand for', () => {
    expect(shown({ order: 'A-1', total: 12.5 })).toBe(
      '<dl><div><dt dir="auto">order</dt><dd><span class="text" dir="auto">A-1</span></dd></div><div><dt dir="auto">total</dt><dd>12.5</dd></div></dl>',
    );
  });

  it('says yes and no, none and empty', () => {
    expect(shown([true, false, null, '', {}, []])).toBe(
      '<ol><li>yes</li><li>no</li><li><span class="quiet">none</span></li><li><span class="quiet">empty</span></li>' +
        '<li><span class="quiet">empty</span></li><li><span class="quiet">empty</span></li></ol>',
    );
  });

  it('is a table where a list holds like things', () => {
    const text = shown([{ item: 'Anchor', count: 2 }, { item: 'Chain' }]);
    expect(text).toContain('<th scope="col" dir="auto">item</th><th scope="col" dir="auto">count</th>');
    expect(text).toContain('<tr><td><span class="text" dir="auto">Chain</span></td><td></td></tr>');
  });

  it('is no table where the things have little in common, or hold further things', () => {
    const wide = Array.from({ length: 9 }, (_, index) => ({ [`name${index}`]: index }));
    expect(shown(wide)).toContain('<ol>');
    expect(shown([{ a: { b: 1 } }, { a: 2 }])).toContain('<ol>');
  });

  it('links to addresses of the web, and to nothing that runs', () => {
    expect(shown('https://files.example/a?b=1&c="')).toContain('href="https://files.example/a?b=1&amp;c=&quot;" rel="noopener noreferrer"');
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'see https://files.example', 'https://', ' https://a.example']) {
      expect(shown(text)).not.toContain('href');
    }
  });

  it('never becomes part of the page itself', () => {
    expect(shown({ '<img src=x>': ['<script>'] })).not.toMatch(/<img|<script/);
  });

  it('is cut where it is longer than anybody reads', () => {
    const text = shown({ long: 'x'.repeat(30_000), many: Array.from({ length: 300 }, (_, index) => index) });
    expect(text).toContain('… (10000 more characters)');
    expect(text).toContain('<li>199</li></ol><p class="quiet">and 100 more</p>');
    expect(text).not.toContain('<li>200</li>');
  });

  it('shows what lies deep as it is', () => {
    const deep = Array.from({ length: 9 }).reduce<Json>((inner) => ({ inner }), 'x');
    expect(shown(deep)).toContain('<pre class="text">{');
  });
});
