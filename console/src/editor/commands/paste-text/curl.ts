import { shellWords } from './shell-words.js';

/** A request as a command of curl describes it. */
export interface CurlRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

interface Parts {
  readonly urls: string[];
  readonly headers: [name: string, value: string][];
  readonly data: string[];
  method?: string;
  isGet?: boolean;
}

type Option = (parts: Parts, value: string) => string | void;

const header =
  (name: string): Option =>
  ({ headers }, value) => {
    headers.push([name, value]);
  };

const anyHeader: Option = ({ headers }, value) => {
  const colon = value.indexOf(':');
  if (colon > 0) headers.push([value.slice(0, colon).trim(), value.slice(colon + 1).trim()]);
};

const setMethod: Option = (parts, value) => {
  parts.method = value.toUpperCase();
};

const fileRefused = 'The curl command sends a file. Write what it contains into the body of an API block';

const raw: Option = ({ data: list }, value) => {
  list.push(value);
};

const data: Option = (parts, value) => (value.startsWith('@') ? fileRefused : raw(parts, value));

const json: Option = (parts, value) => {
  const has = (name: string): boolean => parts.headers.some(([each]) => each.toLowerCase() === name);
  if (!has('content-type')) parts.headers.push(['Content-Type', 'application/json']);
  if (!has('accept')) parts.headers.push(['Accept', 'application/json']);
  return data(parts, value);
};

const encoded: Option = (parts, value) => {
  const equals = value.indexOf('=');
  if (equals === -1 && value.includes('@')) return fileRefused;
  const [name, text] = equals === -1 ? ['', value] : [value.slice(0, equals + 1), value.slice(equals + 1)];
  // A secret is filled in when the block runs, by its name as it is.
  const sent = text.split(/(\{\{\w+\}\})/).map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)));
  return raw(parts, (name === '=' ? '' : name) + sent.join(''));
};

const cookie: Option = (parts, value) =>
  value.includes('=') || value.startsWith('{{') ? header('Cookie')(parts, value) : 'The curl command reads cookies from a file';

const bearer: Option = (parts, value) => header('Authorization')(parts, `Bearer ${value}`);

const user: Option = ({ headers }, value) => {
  if (value.includes('{{')) {
    return 'The curl command has a variable in -u, which would be encoded. Send a header Authorization, with a secret that has the finished value';
  }
  headers.push(['Authorization', `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`]);
};

const form: Option = () => 'The curl command sends a form with parts, which an API block cannot';
const nothing: Option = () => undefined;

/** Options with a value. All others are taken as switches, which say how curl works and not what it sends. */
const options = new Map<string, Option>([
  ...named(setMethod, '-X', '--request'),
  ...named(anyHeader, '-H', '--header'),
  ...named((parts, value) => header('Range')(parts, `bytes=${value}`), '-r', '--range'),
  ...named(data, '-d', '--data', '--data-ascii', '--data-binary'),
  ...named(raw, '--data-raw'),
  ...named(encoded, '--data-urlencode'),
  ...named(json, '--json'),
  ...named(user, '-u', '--user'),
  ...named(header('User-Agent'), '-A', '--user-agent'),
  ...named(header('Referer'), '-e', '--referer'),
  ...named(bearer, '--oauth2-bearer'),
  ...named(cookie, '-b', '--cookie'),
  ...named(form, '-F', '--form', '-T', '--upload-file'),
  ...named((parts, value) => void parts.urls.push(value), '--url'),
  ...named(
    nothing,
    '-o',
    '--output',
    '-m',
    '--max-time',
    '--connect-timeout',
    '--retry',
    '--retry-delay',
    '--retry-max-time',
    '--max-redirs',
    '--limit-rate',
    '-w',
    '--write-out',
    '-x',
    '--proxy',
    '-U',
    '--proxy-user',
    '-c',
    '--cookie-jar',
    '-E',
    '--cert',
    '--key',
    '--cacert',
    '--capath',
    '--resolve',
    '--connect-to',
    '--interface',
    '-D',
    '--dump-header',
    '-K',
    '--config',
  ),
]);

const switches = new Map<string, Option>([
  ...named((parts) => void (parts.isGet = true), '-G', '--get'),
  ...named((parts) => void (parts.method ??= 'HEAD'), '-I', '--head'),
]);

function named(option: Option, ...names: readonly string[]): readonly (readonly [string, Option])[] {
  return names.map((name) => [name, option]);
}

/** @returns undefined for a text that is no command of curl; a refusal for a request that a block cannot send */
export function curlRequest(text: string): CurlRequest | { readonly refused: string } | undefined {
  const command = /^\s*(?:\$\s+)?curl\s+(?=\S)/.exec(text);
  if (command === null) return undefined;
  const words = shellWords(text.slice(command[0].length))?.flatMap(separated);
  if (words === undefined) return { refused: 'A quote of the curl command is not closed' };
  const parts: Parts = { urls: [], headers: [], data: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const option = options.get(word);
    if (option !== undefined) at += 1;
    const refused = option === undefined ? switches.get(word)?.(parts, '') : option(parts, words[at] ?? '');
    if (typeof refused === 'string') return { refused };
    if (!word.startsWith('-')) parts.urls.push(word);
  }
  return requestOf(parts);
}

/** `-sXPOST` is `-s`, `-X` and `POST`. */
function separated(word: string): readonly string[] {
  if (!/^-[A-Za-z]./.test(word)) return [word];
  for (let at = 1; at < word.length; at += 1) {
    const name = `-${word.charAt(at)}`;
    const before = Array.from(word.slice(1, at), (sign) => `-${sign}`);
    if (options.has(name)) return [...before, name, ...(at + 1 < word.length ? [word.slice(at + 1)] : [])];
  }
  return Array.from(word.slice(1), (sign) => `-${sign}`);
}

function requestOf({ urls, headers, data: sent, method, isGet = false }: Parts): CurlRequest | { readonly refused: string } {
  const [first, second] = urls;
  if (first === undefined) return { refused: 'The curl command has no address' };
  if (second !== undefined) return { refused: `The curl command has more than one address: ${first} and ${second}` };
  const url = /^[a-z][a-z0-9+.-]*:|^\{\{/i.test(first) ? first : `http://${first}`;
  const text = sent.join('&');
  if (sent.length === 0) return { url, method: method ?? 'GET', headers, body: undefined };
  if (isGet) return { url: `${url}${url.includes('?') ? '&' : '?'}${text}`, method: method ?? 'GET', headers, body: undefined };
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const typed = isTyped ? headers : [...headers, ['Content-Type', 'application/x-www-form-urlencoded'] as const];
  return { url, method: method ?? 'POST', headers: typed, body: text };
}
