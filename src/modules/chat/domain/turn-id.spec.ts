import { describe, expect, it } from '@jest/globals';
import { isId, nilId } from '#kernel/ids.js';
import { turnIdAfter } from './turn-id.js';

const earlier = '01a222e7-757a-761c-9853-b67f04ea2586';
const later = '01a222e8-a1df-723c-adc1-858747a92c68';

describe('the id of a turn after another one', () => {
  it('is the fresh one where that sorts after the other', () => {
    expect([turnIdAfter(earlier, later), turnIdAfter(nilId, later)]).toEqual([later, later]);
  });

  it('has a time one millisecond after that of the other where the fresh one sorts before it', () => {
    const id = turnIdAfter(later, earlier);
    expect(id).toBe('01a222e8-a1e0-761c-9853-b67f04ea2586');
    expect(id > later && isId(id)).toBe(true);
  });

  it('carries into the first part of the time', () => {
    expect(turnIdAfter('01a222e8-ffff-723c-adc1-858747a92c68', earlier)).toBe('01a222e9-0000-761c-9853-b67f04ea2586');
  });
});
