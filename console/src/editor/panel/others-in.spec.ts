import { describe, expect, it } from '@jest/globals';
import { othersIn } from './others-in.js';

const person = (userId: string, client: string, block: string | null = null, name: string | null = userId.toUpperCase()) => {
  return { userId, name, client, block, field: null };
};

describe('the others who have a draft open', () => {
  it('are named without this window, and by the blocks where they are', () => {
    expect(othersIn([person('ada', 'mine', 'b1'), person('bo', '2', 'b1'), person('cy', '3', 'b2'), person('di', '4')], 'mine')).toEqual({
      names: ['BO', 'CY', 'DI'],
      byBlock: new Map([
        ['b1', ['BO']],
        ['b2', ['CY']],
      ]),
    });
  });

  it('are named once, however many windows they have', () => {
    const people = [person('bo', '1', 'b1'), person('bo', '2', 'b1'), person('bo', '3', 'b2')];
    expect(othersIn(people, 'mine')).toEqual({
      names: ['BO'],
      byBlock: new Map([
        ['b1', ['BO']],
        ['b2', ['BO']],
      ]),
    });
  });

  it('are two where two people have the same name, and have a name where it is not known', () => {
    expect(othersIn([person('bo', '1', null, 'Bo'), person('bo2', '2', null, 'Bo'), person('x', '3', null, null)], 'mine').names).toEqual([
      'Bo',
      'Bo',
      'Another member',
    ]);
  });
});
