import { describe, expect, it } from '@jest/globals';
import { snapTo } from './guides.js';

const area = (x: number, y: number, width = 220, height = 60) => ({ x, y, width, height });

describe('the guides of a dragged block', () => {
  it('draw it to the edge of another block that is near, and mark the line from one to the other', () => {
    const { by, guides } = snapTo(area(104, 300), [area(100, 0)], 6);
    expect(by).toEqual({ x: -4, y: 0 });
    expect(guides).toContainEqual({ axis: 'x', at: 100, from: 0, to: 360 });
  });

  it('draw it to the nearest of several lines, in both directions', () => {
    const { by } = snapTo(area(103, 57), [area(100, 500), area(104, 54)], 6);
    expect(by).toEqual({ x: 1, y: -3 });
  });

  it('draw middle lines to each other', () => {
    expect(snapTo(area(0, 302, 100, 40), [area(400, 300, 100, 40), area(-62, 0, 220, 60)], 6).by).toEqual({ x: -2, y: -2 });
  });

  it('leave it where it is when nothing is near', () => {
    expect(snapTo(area(120, 300), [area(100, 0)], 6)).toEqual({ by: { x: 0, y: 0 }, guides: [] });
  });
});
