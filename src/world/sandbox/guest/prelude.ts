/**
 * JavaScript that runs first in every realm of a guest, before any user code; evaluates to `setup(frozen)`, which returns
 * `{ check, start, resume, take, output }` to the host. Four rules keep it safe:
 * - the guest gets no function or object of the host: calls, requests and results are strings that the host carries in and out;
 * - built-ins are captured before user code can replace them, and nothing here looks up a property that user code can reach
 *   (so: null-prototype tables, no spread, no `for of`, no methods called on values);
 * - everything that may run user code (toJSON, getters, a thrown value's `message`) runs inside the guest, within its time limit;
 * - a frozen realm keeps nothing between two calls: all built-ins are frozen, except `RegExp.prototype`, which loses its fast
 *   path when frozen and is compared with its first state after each call instead.
 */
export const guestPrelude = String.raw`(function setup(frozen) {
'use strict';
const { parse, stringify } = JSON;
const { defineProperty, entries, freeze, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, isExtensible, keys: keysOf } = Object;
const { ownKeys } = Reflect;
const { isArray } = Array;
const NativePromise = Promise;
const NativeSet = Set;
const NativeTypeError = TypeError;
const text = String;
const bound = Function.prototype.bind.bind(Function.prototype.call);
const execute = bound(RegExp.prototype.exec);
const lower = bound(String.prototype.toLowerCase);
const upper = bound(String.prototype.toUpperCase);
const slice = bound(String.prototype.slice);
const AsyncFunction = (async function () {}).constructor;
const userFrame = /function\.js:(\d+)/;
const emptyMatch = /^/;

const printedLimit = 200000;
const messageLimit = 8000;
const resultLimit = 10485760;
const optionsLimit = 262144;
const openLimit = 100;

let call = 0;
let outcome, printed, printedFull, outbox, open, answers, nextRequest, mayFetch, escaped;

function start(factory, bindings, network) {
  call += 1;
  outcome = undefined;
  printed = outbox = '';
  printedFull = escaped = false;
  open = nextRequest = 0;
  answers = { __proto__: null };
  mayFetch = network;
  execute(emptyMatch, '');
  settle(call, factory, bindings);
}

async function settle(mine, factory, bindings) {
  let ended;
  try {
    ended = 'R' + toJson(await factory(parse(bindings))());
  } catch (error) {
    ended = 'E' + describe(error);
  }
  if (mine === call) outcome = ended;
}

function toJson(value) {
  if (value === undefined) return 'null';
  let json;
  try {
    json = stringify(value);
  } catch (error) {
    throw { __proto__: null, plain: 'The result cannot be written as JSON: ' + messageOf(error) };
  }
  if (json === undefined) throw { __proto__: null, plain: 'The result cannot be written as JSON: it is a ' + typeof value };
  if (json.length > resultLimit) throw { __proto__: null, plain: 'The result is larger than 10 MB' };
  return json;
}

function describe(error) {
  try {
    if (error === null || typeof error !== 'object') return clip('Uncaught ' + text(error));
    if (getPrototypeOf(error) === null && hasOwn(error, 'plain')) return clip(text(error.plain));
    const { name, message, stack } = error;
    const frame = typeof stack === 'string' ? execute(userFrame, stack) : null;
    const what = typeof message === 'string' ? message : stringify(error);
    const line = frame === null ? '' : ' (line ' + frame[1] + ')';
    return clip((typeof name === 'string' ? name : 'Error') + (what ? ': ' + what : '')) + line;
  } catch {
    return 'Error: the code threw a value that cannot be described';
  }
}

function messageOf(error) {
  try {
    return text(error.message);
  } catch {
    return 'unknown reason';
  }
}

function clip(message) {
  return message.length > messageLimit ? slice(message, 0, messageLimit) + '...' : message;
}

function print() {
  if (printedFull) return;
  let line = '';
  for (let i = 0; i < arguments.length && line.length <= printedLimit; i += 1) line += (i ? ' ' : '') + show(arguments[i]);
  if (printed.length + line.length < printedLimit) {
    printed += line + '\n';
    return;
  }
  printedFull = true;
  printed += slice(line, 0, printedLimit - printed.length) + '\n[output cut at 200000 characters]\n';
}

function show(value) {
  try {
    if (typeof value !== 'object' || value === null) return text(value);
    if (typeof value.stack === 'string' && typeof value.message === 'string') return text(value.name) + ': ' + value.message;
    return stringify(value) ?? text(value);
  } catch {
    return '[object]';
  }
}

function fetch(url, options) {
  return new NativePromise((resolve, reject) => {
    if (!mayFetch) throw new NativeTypeError('fetch is not available to this code');
    // The host repeats the run in a separate realm, where the answer can come at a later time.
    if (frozen) {
      escaped = true;
      return;
    }
    if (open >= openLimit) throw new NativeTypeError('fetch: more than ' + openLimit + ' requests at the same time');
    const id = (nextRequest += 1);
    const request = requestOf(id, url, options ?? {});
    outbox += (outbox ? ',' : '') + request;
    open += 1;
    answers[id] = { __proto__: null, resolve, reject };
  });
}

function requestOf(id, url, options) {
  const target = text(url);
  if (target.length > 8192) throw new NativeTypeError('fetch: the URL is longer than 8192 characters');
  const body = options.body ?? null;
  if (body !== null && typeof body !== 'string') throw new NativeTypeError('fetch: the body must be a string, such as JSON.stringify makes');
  const method = upper(text(options.method ?? 'GET'));
  const request = stringify({ __proto__: null, id, url: target, method, headers: headersOf(options.headers), body });
  if (request.length > optionsLimit) throw new NativeTypeError('fetch: headers and body together are larger than 256 KB');
  return request;
}

function headersOf(given) {
  const headers = { __proto__: null };
  if (given === undefined || given === null) return headers;
  const names = keysOf(given);
  for (let i = 0; i < names.length; i += 1) {
    const value = given[names[i]];
    if (isArray(given)) headers[lower(text(value[0]))] = text(value[1]);
    else headers[lower(names[i])] = text(value);
  }
  return headers;
}

function resume(id, ok, answer) {
  const waiting = answers[id];
  if (waiting === undefined) return;
  delete answers[id];
  open -= 1;
  if (ok) waiting.resolve(responseOf(parse(answer)));
  else waiting.reject(new NativeTypeError(answer));
}

function responseOf(answer) {
  const { url, status, statusText, headers, body } = answer;
  const has = (name) => hasOwn(headers, lower(text(name)));
  return {
    ok: status >= 200 && status < 300,
    url,
    status,
    statusText,
    headers: { has, get: (name) => (has(name) ? headers[lower(text(name))] : null), entries: () => entries(headers) },
    text: async () => body,
    json: async () => parse(body),
  };
}

/** State of the call: X repeat it elsewhere, P it waits for these requests, N it waits for ever; else R(esult) or E(rror), after the output. */
function take() {
  if (escaped) return 'X';
  if (outcome === undefined) {
    const requests = outbox;
    outbox = '';
    return open > 0 ? 'P' + requests : 'N';
  }
  const ended = outcome[0] + (frozen && !isRegExpIntact() ? '!' : '=') + printed.length + ':' + printed + slice(outcome, 1);
  outcome = printed = '';
  return ended;
}

function output() {
  return printed;
}

/** Throws a SyntaxError unless the code is the body of one function: a body that closes its wrapper would run outside of it. */
function check(code) {
  new AsyncFunction('"use strict";\n' + code);
}

const regExpPrototype = RegExp.prototype;
const regExpParent = getPrototypeOf(regExpPrototype);
const regExpKeys = frozen ? ownKeys(regExpPrototype) : [];
const regExpState = { __proto__: null };
for (let i = 0; i < regExpKeys.length; i += 1) regExpState[regExpKeys[i]] = getOwnPropertyDescriptor(regExpPrototype, regExpKeys[i]);

function isRegExpIntact() {
  const keys = ownKeys(regExpPrototype);
  if (keys.length !== regExpKeys.length || getPrototypeOf(regExpPrototype) !== regExpParent || !isExtensible(regExpPrototype)) return false;
  for (let i = 0; i < keys.length; i += 1) {
    const first = regExpState[keys[i]];
    const now = getOwnPropertyDescriptor(regExpPrototype, keys[i]);
    if (first === undefined || first.value !== now.value || first.get !== now.get || first.set !== now.set) return false;
    if (first.writable !== now.writable || first.configurable !== now.configurable) return false;
  }
  return true;
}

function freezeRealm() {
  const found = new NativeSet();
  const open = [globalThis, new Error('x'), getPrototypeOf(function* () {}), getPrototypeOf(async function* () {}), AsyncFunction];
  const iterators = [
    [][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().values(), ''.matchAll(/x/g), [].values().map(text),
    Iterator.from({ next() {} }), (function* () {})(), (async function* () {})(),
    new Intl.Segmenter().segment(''), new Intl.Segmenter().segment('')[Symbol.iterator](),
  ];
  for (const iterator of iterators) open.push(getPrototypeOf(iterator));
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || found.has(value)) continue;
    found.add(value);
    open.push(getPrototypeOf(value));
    for (const key of ownKeys(value)) {
      const property = getOwnPropertyDescriptor(value, key);
      open.push(property.value, property.get, property.set);
    }
  }
  found.delete(regExpPrototype);
  found.forEach((value) => freeze(value));
}

for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'WeakRef']) delete globalThis[name];
const hidden = { writable: true, configurable: true, enumerable: false };
const console = { log: print, info: print, warn: print, error: print, debug: print };
defineProperty(globalThis, 'console', { ...hidden, value: console });
defineProperty(globalThis, 'fetch', { ...hidden, value: fetch });
if (frozen) freezeRealm();
return { check, start, resume, take, output };
})`;
