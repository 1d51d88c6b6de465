import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument, edges } from '../../../test/support/engine/documents.js';
import { compile } from '../graph/compile.js';
import { Invocation } from './invocation.js';
import { rootScope } from './scope.js';
import { Scheduler, type Settlement } from './scheduler.js';

/** A graph of the blocks that its arrows name; `s` is the start. */
function schedule(...arrows: readonly string[]) {
  const links = edges(...arrows);
  const ids = new Set(['s', ...links.flatMap(({ source, target }) => [source, target])]);
  const blocks = [...ids].map((id) => aBlock(id, id === 's' ? 'start_trigger' : 'x'));
  const scheduler = new Scheduler();
  scheduler.open(rootScope(new Invocation(compile(aDocument(blocks, links), 'api'), {})));
  const settle = (key: string, settlement: Settlement, mayRelease = true) => {
    const { released, isDrained } = scheduler.settle(key, settlement, mayRelease);
    drained.push(...(isDrained ? [key] : []));
    return released.map((node) => node.key);
  };
  const drained: string[] = [];
  return {
    scheduler,
    /** After which block nothing was left to run. */
    drained,
    ready: () => Array.from(scheduler.outstanding(), ({ key }) => key),
    complete: (key: string, handle: string | null = 'source') => settle(key, { kind: 'completed', handle }),
    fail: (key: string) => settle(key, { kind: 'failed' }),
    end: (key: string) => settle(key, { kind: 'completed', handle: 'source' }, false),
  };
}

describe('what may run next', () => {
  it('is the start at first', () => {
    const { ready } = schedule('s > a');
    expect(ready()).toEqual(['s']);
  });

  it('is every block whose inputs are there', () => {
    const { complete, ready } = schedule('s > a', 's > b', 's > c', 'a > d');
    expect(complete('s')).toEqual(['a', 'b', 'c']);
    expect(complete('a')).toEqual(['d']);
    expect(ready()).toEqual(['b', 'c', 'd']);
  });

  it('waits for all live inputs of a join', () => {
    const { complete } = schedule('s > a', 's > b', 'a > join', 'b > join');
    complete('s');
    expect(complete('b')).toEqual([]);
    expect(complete('a')).toEqual(['join']);
  });

  it('counts several edges from one block once', () => {
    const { complete } = schedule('s:condition-1 > a', 's:condition-2 > a');
    expect(complete('s', 'condition-2')).toEqual(['a']);
  });

  it('knows whose edge led to a block first', () => {
    const { scheduler, complete } = schedule('s > a', 's > b', 'a > join', 'b > join');
    complete('s');
    complete('b');
    complete('a');
    expect([...scheduler.outstanding()]).toMatchObject([{ key: 'join', from: 'b' }]);
  });

  it('runs a chain of containers and blocks one after the other', () => {
    const { complete } = schedule('s > a', 'a:loop-end-source > b', 'b:parallel-end-source > c');
    complete('s');
    expect([complete('a'), complete('b')]).toEqual([['b'], ['c']]);
  });
});

describe('dead paths', () => {
  it('do not run', () => {
    const { complete, drained } = schedule('s > if', 'if:condition-yes > a', 'if:condition-no > b', 'b > c', 'a > d');
    complete('s');
    expect(complete('if', 'condition-yes')).toEqual(['a']);
    complete('a');
    complete('d');
    expect(drained).toEqual(['d']);
  });

  it('do not hold up a join with a live one', () => {
    const { complete } = schedule('s > if', 'if:condition-yes > a', 'if:condition-no > b', 'b > c', 'c > join', 'a > join');
    complete('s');
    complete('if', 'condition-yes');
    expect(complete('a')).toEqual(['join']);
  });

  it('release a join that waits for nothing else', () => {
    const { complete } = schedule('s > a', 's > if', 'a > join', 'if:condition-no > b', 'b > join');
    complete('s');
    expect(complete('a')).toEqual([]);
    expect(complete('if', null)).toEqual(['join']);
  });

  it('end a join that has no live input at all', () => {
    const { complete, drained } = schedule('s > if', 'if:condition-1 > a', 'if:condition-2 > b', 'a > join', 'b > join', 'join > end');
    complete('s');
    expect(complete('if', null)).toEqual([]);
    expect(drained).toEqual(['if']);
  });

  it('are told from live ones by the handle that fired', () => {
    const arrows = ['condition-a', 'router-b', 'source', 'error', 'somewhere'].map((handle) => `s:${handle} > ${handle}`);
    expect(schedule(...arrows).complete('s', 'condition-a')).toEqual(['condition-a', 'source', 'somewhere']);
    expect(schedule(...arrows).complete('s', 'router-b')).toEqual(['router-b', 'source', 'somewhere']);
    expect(schedule(...arrows).fail('s')).toEqual(['error', 'somewhere']);
  });
});

describe('failures', () => {
  it('go on along the error edge', () => {
    const { complete, fail, ready } = schedule('s > a', 'a > b', 'a:error > c');
    complete('s');
    expect(fail('a')).toEqual(['c']);
    expect(ready()).toEqual(['c']);
  });

  it('leave the error edge dead when there is none', () => {
    const { complete } = schedule('s > a', 'a > b', 'a:error > c', 'b > join', 'c > join');
    complete('s');
    complete('a');
    expect(complete('b')).toEqual(['join']);
  });
});

describe('an end', () => {
  it('releases nothing where nothing new may start', () => {
    const { complete, end, ready } = schedule('s > answer', 's > b', 'b > c', 'answer > d');
    complete('s');
    expect(end('answer')).toEqual([]);
    expect(ready()).toEqual(['b']);
  });

  it('drains a scope when nothing is left there', () => {
    const { complete, drained } = schedule('s > a', 's > b');
    complete('s');
    complete('a');
    expect(drained).toEqual([]);
    complete('b');
    expect(drained).toEqual(['b']);
  });
});

describe('a scope that is closed', () => {
  it('forgets its blocks', () => {
    const { scheduler, ready } = schedule('s > a');
    scheduler.close('');
    expect([scheduler.find('s'), ready()]).toEqual([undefined, []]);
  });
});

describe('a history that does not fit', () => {
  it.each(['a', 'missing'])('is refused: %s was not ready', (key) => {
    expect(() => schedule('s > a').complete(key)).toThrow(`Block ${key} cannot end`);
  });

  it('is refused when a block ends twice', () => {
    const { complete } = schedule('s > a');
    complete('s');
    expect(() => complete('s')).toThrow('Block s cannot end');
  });
});

describe('large graphs', () => {
  it('settle in one step each, however deep a dead path is', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => `n${String(index)} > n${String(index + 1)}`);
    const { complete, drained } = schedule('s:condition-1 > n0', ...chain);
    complete('s', null);
    expect(drained).toEqual(['s']);
  });
});
