import { describe, expect, it } from '@jest/globals';
import { viewIn, viewText } from './view-text.js';

describe('the window over the canvas in the address', () => {
  it('is read as it was written', () => {
    expect(viewIn(viewText({ x: -120.4, y: 40, zoom: 0.75 }))).toEqual({ x: -120, y: 40, zoom: 0.75 });
  });

  it.each([undefined, '', '1,2', '1,2,3', '1,2,0', 'a,b,1', '1,2,1,4'])('is ignored when it is %j', (text) => {
    expect(viewIn(text)).toBeUndefined();
  });
});
