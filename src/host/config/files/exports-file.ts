import { validateHeaderValue } from 'node:http';
import { isAbsolute } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { ProblemList } from '../problem-list.js';
import { readSettingsFile } from '../settings-file.js';

const feeds = ['logs', 'audit'] as const;

/** An external receiver of all entries of a feed, in batches. */
export interface ExportConsumer {
  readonly name: string;
  readonly feed: (typeof feeds)[number];
  /** The address that batches are posted to, or the folder in which they are appended to one file per day. */
  readonly to: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | { readonly folder: string };
}

const nameForm = /^[a-z0-9][a-z0-9-]{0,49}$/;
const headerForm = /^[A-Za-z0-9-]{1,100}$/;
const members = ['name', 'feed', 'url', 'headers', 'folder'];

/** Reads `{"consumers": [{"name", "feed", "url", "headers"} or {"name", "feed", "folder"}]}`. @throws ProblemList with every problem */
export function readExports(path: string): readonly ExportConsumer[] {
  const { consumers, ...unknown } = readSettingsFile(path, 'consumers');
  const problems = Object.keys(unknown).map((field) => `${field} is not known; the file has consumers`);
  if (!Array.isArray(consumers)) throw new ProblemList([...problems, 'consumers must be a list']);
  const names = consumers.map((consumer) => (isJsonObject(consumer) ? consumer['name'] : undefined));
  for (const [index, consumer] of consumers.entries()) {
    const found = isJsonObject(consumer) ? consumerProblems(consumer, names.indexOf(consumer['name']) < index) : ['must be an object'];
    problems.push(...found.map((problem) => `consumers[${index}]${problem.startsWith('must') ? ' ' : '.'}${problem}`));
  }
  if (problems.length > 0) throw new ProblemList(problems);
  return consumers.map((consumer) => consumerOf(consumer as JsonObject));
}

function consumerProblems(consumer: JsonObject, isNameTaken: boolean): string[] {
  const { name, feed, url, headers = {}, folder } = consumer;
  const checks: readonly (readonly [isGood: boolean, problem: string])[] = [
    [typeof name === 'string' && nameForm.test(name), 'name must be 1 to 50 of a-z 0-9 -'],
    [!isNameTaken, 'name must not be that of another consumer'],
    [feeds.some((known) => known === feed), `feed must be one of ${feeds.join(', ')}`],
    [(url === undefined) !== (folder === undefined), 'must have either url or folder'],
    [
      url === undefined || isAddress(url),
      'url must be an address that begins with https:// or http://, without user name and password, which headers can have',
    ],
    [folder === undefined || (typeof folder === 'string' && isAbsolute(folder)), 'folder must be an absolute path'],
    [isHeaders(headers), 'headers must be an object of texts, without line breaks and letters beyond Latin-1'],
  ];
  const unknown = Object.keys(consumer).filter((field) => !members.includes(field));
  return [
    ...checks.flatMap(([isGood, problem]) => (isGood ? [] : [problem])),
    ...unknown.map((field) => `${field} is not known; a consumer has ${members.join(', ')}`),
  ];
}

function isAddress(value: Json): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function isHeaders(value: Json): boolean {
  return isJsonObject(value) && Object.entries(value).every(([name, text]) => headerForm.test(name) && isHeaderValue(name, text));
}

function isHeaderValue(name: string, text: Json): boolean {
  if (typeof text !== 'string') return false;
  try {
    validateHeaderValue(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Reads a validated consumer. */
function consumerOf({ name, feed, url, headers = {}, folder }: JsonObject): ExportConsumer {
  const to = typeof url === 'string' ? { url: new URL(url).href, headers } : { folder };
  return { name, feed, to } as ExportConsumer;
}
