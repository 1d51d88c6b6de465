import { describe, expect, it } from '@jest/globals';
import { withKeptSecrets } from './kept-secrets.js';

const present = { url: 'https://a.example', key: 's3cret', tools: [{ name: 'a', token: 't1' }] };
const exported = { url: 'https://a.example', key: null, tools: [{ name: 'a', token: null }] };

describe('secrets that an export has left out', () => {
  it('stay when the rest changes, in lists too', () => {
    const wanted = { url: 'https://b.example', key: null, tools: [{ name: 'b', token: null }] };
    expect(withKeptSecrets(wanted, exported, present)).toEqual({
      url: 'https://b.example',
      key: 's3cret',
      tools: [{ name: 'b', token: 't1' }],
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
});
