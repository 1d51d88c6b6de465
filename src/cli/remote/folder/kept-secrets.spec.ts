import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { withKeptSecrets as keptSecrets } from './kept-secrets.js';

const present = { url: 'https://a.example', key: 's3cret', tools: [{ name: 'a', token: 't1' }] };
const exported = { url: 'https://a.example', key: null, tools: [{ name: 'a', token: null }] };

function withKeptSecrets(wanted: Json, from: Json, held: Json): Json {
  return keptSecrets(wanted, from, held, (path) => {
    throw new Error(`unclear: ${path.join('.')}`);
  });
}

function tool(title: string, apiKey: string | null, url = `https://${title}.example`): Json {
  return { type: 'api', title, params: { url, apiKey } };
}

describe('secrets that an export has left out', () => {
  it('stay when the rest changes, in lists too', () => {
    const wanted = { url: 'https://b.example', key: null, tools: [{ name: 'a', token: null, retries: 2 }] };
    expect(withKeptSecrets(wanted, exported, present)).toEqual({
      url: 'https://b.example',
      key: 's3cret',
      tools: [{ name: 'a', token: 't1', retries: 2 }],
    });
  });

  it('stay when nothing changes', () => {
    expect(withKeptSecrets(exported, exported, present)).toBe(present);
  });

  it('are replaced by what a file says of them', () => {
    expect(withKeptSecrets({ ...exported, key: '{{KEY}}' }, exported, present)).toMatchObject({ key: '{{KEY}}' });
  });

  it('go with what held them', () => {
    expect(withKeptSecrets({ url: 'https://a.example' }, exported, present)).toEqual({ url: 'https://a.example' });
  });

  it('stay with their member of a list, whatever its place', () => {
    const [from, held] = [
      [tool('billing', null), tool('crm', null)],
      [tool('billing', 'k1'), tool('crm', 'k2')],
    ];
    expect(withKeptSecrets([tool('crm', null), tool('billing', null)], from, held)).toEqual([tool('crm', 'k2'), tool('billing', 'k1')]);
    expect(withKeptSecrets([tool('crm', null)], from, held)).toEqual([tool('crm', 'k2')]);
    const moved = tool('crm', null, 'https://moved.example');
    expect(withKeptSecrets([moved, tool('billing', null)], from, held)).toEqual([
      tool('crm', 'k2', 'https://moved.example'),
      tool('billing', 'k1'),
    ]);
    expect(withKeptSecrets([...from, tool('new', null)], from, held)).toEqual([...held, tool('new', null)]);
  });

  it('stay with the only member of a list that is equal but for its title', () => {
    const url = 'https://crm.example';
    const [from, held] = [
      [tool('Old', null, url), tool('billing', null)],
      [tool('Old', 'k1', url), tool('billing', 'k2')],
    ];
    expect(withKeptSecrets([tool('New', null, url), tool('billing', null)], from, held)).toEqual([
      tool('New', 'k1', url),
      tool('billing', 'k2'),
    ]);
    expect(() => withKeptSecrets([tool('New', null, 'https://other.example')], from, held)).toThrow('unclear: 0');
    const alike = [tool('Old', null, url), tool('Other', null, url)];
    expect(() => withKeptSecrets([tool('New', null, url)], alike, [tool('Old', 'k1', url), tool('Other', 'k2', url)])).toThrow(
      'unclear: 0',
    );
  });

  it('stay in a list that is given as text', () => {
    const text = (...tools: Json[]): Json => ({ tools: JSON.stringify(tools) });
    const wanted = text(tool('crm', null), tool('billing', null, 'https://b.example'));
    const [without, held] = [text(tool('billing', null), tool('crm', null)), text(tool('billing', 'sk-b'), tool('crm', 'sk-c'))];
    expect(withKeptSecrets(wanted, without, held)).toEqual(text(tool('crm', 'sk-c'), tool('billing', 'sk-b', 'https://b.example')));
  });

  it('are never those of another member of a list', () => {
    const [from, held] = [[tool('billing', null)], [tool('billing', 'k1')]];
    expect(() => withKeptSecrets({ tools: [tool('shipping', null)] }, { tools: from }, { tools: held })).toThrow('unclear: tools.0');
    expect(withKeptSecrets([tool('shipping', '{{KEY}}')], from, held)).toEqual([tool('shipping', '{{KEY}}')]);
    const twice = [tool('same', null), tool('same', null)];
    expect(() => withKeptSecrets([tool('same', null)], twice, [tool('same', 'k1'), tool('same', 'k2')])).toThrow('unclear: 0');
  });

  it('leave alone what no export contains, such as a pinned output', () => {
    const pinned = { a: { name: 'a', pin: { output: { n: 1 } }, gone: 1 } };
    expect(withKeptSecrets({ a: { name: 'b' } }, { a: { name: 'a', gone: 1 } }, pinned)).toEqual({
      a: { name: 'b', pin: { output: { n: 1 } } },
    });
  });
});
