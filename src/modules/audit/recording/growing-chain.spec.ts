import { describe, expect, it } from '@jest/globals';
import { anEntry, chainId, newKey } from '../../../../test/support/audit-log.js';
import { entryHash, entryText } from '../proof/entry-chain.js';
import { isSignedBy, statementHash } from '../proof/statements.js';
import { GrowingChain, mostUnderOneRoot } from './growing-chain.js';

const { publicKey, privateKey } = newKey();
const key = { privateKey, publicKey: '' };
const at = (time: string): string => `2031-03-04T${time}.000Z`;

function appended(chain: GrowingChain, count: number, now = at('05:10:00')): string[] {
  return Array.from({ length: count }, () => chain.append(anEntry(0), anEntry(1).id, now).hash);
}

describe('a chain that grows', () => {
  it('numbers its entries and hashes each over the one before it', () => {
    const chain = GrowingChain.begin(chainId(1));
    const first = chain.append(anEntry(0), anEntry(1).id, at('05:10:00'));
    const second = chain.append(anEntry(0), anEntry(2).id, at('05:10:01'));
    expect([first.entry.seq, second.entry.seq]).toEqual([1, 2]);
    expect(second.hash).toBe(entryHash(first.hash, entryText(second.entry)));
  });

  it('continues from its row as if it had never been stored', () => {
    const [once, twice] = [GrowingChain.begin(chainId(1)), GrowingChain.begin(chainId(1))];
    appended(once, 5);
    appended(twice, 3);
    const resumed = new GrowingChain(twice.row);
    appended(resumed, 2);
    expect(resumed.row).toEqual(once.row);
    expect(resumed.close(at('06:00:00'), key).statement).toEqual(once.close(at('06:00:00'), key).statement);
  });

  it('is due for a root when the hour of its first open entry is over, and not before', () => {
    const chain = GrowingChain.begin(chainId(1));
    expect(chain.isDue(at('05:00:00'))).toBe(false);
    appended(chain, 1, at('05:00:00'));
    expect(chain.isDue(at('05:00:00'))).toBe(false);
    expect(chain.isDue(at('06:00:00'))).toBe(true);
    chain.close(at('06:00:00'), key);
    expect(chain.isDue(at('23:00:00'))).toBe(false);
  });

  it('is due for a root when one has enough under it', () => {
    const chain = new GrowingChain({
      ...GrowingChain.begin(chainId(1)).row,
      openCount: mostUnderOneRoot,
      openSince: at('05:00:00'),
    });
    expect(chain.isDue(at('05:00:00'))).toBe(true);
  });

  it('signs roots that follow each other without a gap', () => {
    const chain = GrowingChain.begin(chainId(1));
    const hashes = appended(chain, 3);
    const first = chain.close(at('06:00:00'), key);
    appended(chain, 2);
    const second = chain.close(at('07:00:00'), key);
    expect(first.statement).toMatchObject({ number: 1, first: 1, last: 3, head: hashes[2], previous: null });
    expect(second.statement).toMatchObject({ number: 2, first: 4, last: 5, previous: statementHash(first.statement) });
    expect(isSignedBy(publicKey, 'root', second.statement, second.signature)).toBe(true);
    expect(isSignedBy(publicKey, 'checkpoint', second.statement, second.signature)).toBe(false);
  });

  it('hashes what the database gives back: NUL and half characters are replaced before', () => {
    const odd = { ...anEntry(0), resourceName: 'a\0b', metadata: { '\ud800': ['\udfff', { deep: 'x\0' }] } };
    const { entry, hash } = GrowingChain.begin(chainId(1)).append(odd, anEntry(1).id, at('05:00:00'));
    expect(entry).toMatchObject({ resourceName: 'a\ufffdb', metadata: { '\ufffd': ['\ufffd', { deep: 'x\ufffd' }] } });
    expect(hash).toBe(entryHash('', entryText(entry)));
  });
});
