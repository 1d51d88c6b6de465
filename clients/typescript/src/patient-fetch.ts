interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

/** Under this name Node has what its `fetch` sends requests with, which programs may replace, for example by that of a proxy. */
const used = Symbol.for('undici.globalDispatcher.1');
const platform = globalThis as { [used]?: Dispatcher };

const patient: Dispatcher = {
  dispatch: (options, handler) => platform[used]?.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler) ?? false,
};

/** The global `fetch` without its limits: that of Node ends an exchange after 300 s of silence. Other runtimes know no such option. */
export const patientFetch: typeof fetch = (input, init) => {
  // Node has no dispatcher before one of the names that belong to its fetch is read.
  const hasDispatcher = typeof Response === 'function' && platform[used] !== undefined;
  return fetch(input, hasDispatcher ? ({ ...init, dispatcher: patient } as RequestInit) : init);
};
