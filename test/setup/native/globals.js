/**
 * What `@jest/globals` exports. Every file of tests has other functions, and support that several files share is loaded once, so these
 * are looked up when they are called.
 */
const live = (name) =>
  new Proxy(() => {}, {
    apply: (_, self, values) => Reflect.apply(ofJest(name), self, values),
    get: (_, key) => ofJest(name)[key],
  });

const ofJest = (name) => globalThis[Symbol.for('sluice.jest')][name];

export const afterAll = live('afterAll');
export const afterEach = live('afterEach');
export const beforeAll = live('beforeAll');
export const beforeEach = live('beforeEach');
export const describe = live('describe');
export const expect = live('expect');
export const it = live('it');
export const jest = live('jest');
export const test = live('test');
