import { afterEach, describe, expect, it } from '@jest/globals';
import { dropNowhere } from './drop-nowhere.js';

/** An element of a page, as far as it is used here. */
class Target {
  constructor(private readonly matching: string) {}
  closest(selectors: string): this | null {
    return selectors.includes(this.matching) ? this : null;
  }
}

describe('a file that is dropped', () => {
  afterEach(() => {
    for (const name of ['Element', 'HTMLInputElement', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
  });

  function isRefused(target: Target): boolean {
    let isPrevented = false;
    const addEventListener = (type: string, listen: (event: unknown) => void): void => {
      if (type === 'drop') listen({ target, dataTransfer: { types: ['Files'] }, preventDefault: () => (isPrevented = true) });
    };
    Object.assign(globalThis, { Element: Target, HTMLInputElement: class {}, addEventListener });
    dropNowhere();
    return isPrevented;
  }

  it('is taken by code that can be edited and by fields for files, and refused elsewhere', () => {
    expect(isRefused(new Target('[contenteditable="true"]'))).toBe(false);
    expect(isRefused(new Target('input[type="file"]'))).toBe(false);
    expect(isRefused(new Target('main'))).toBe(true);
  });
});
