import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { quoted } from '#document/quoted.js';

const mostDepth = 4;
const mostTerms = 50;
const longestText = 500;

type Check = (value: unknown) => boolean;

const isFlag: Check = (value) => typeof value === 'boolean';
const isSize: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isText: Check = (value) => typeof value === 'string' && value !== '' && value.length <= longestText && !/\p{Cc}/u.test(value);
const isDate: Check = (value) => typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value));
const isHeader: Check = (value) =>
  isJsonObject(value) && Object.entries(value).every(([name, of]) => /^[!-9;-~]{1,100}$/.test(name) && (of === true || isText(of)));

const flags = ['all', 'answered', 'deleted', 'draft', 'flagged', 'seen', 'new', 'old', 'recent'];
/** What editors write for flags that are not set. */
const negated = new Map([
  ['unanswered', 'answered'],
  ['undeleted', 'deleted'],
  ['undraft', 'draft'],
  ['unflagged', 'flagged'],
  ['unseen', 'seen'],
]);
const checks: ReadonlyMap<string, readonly [Check, string]> = new Map<string, readonly [Check, string]>([
  ...[...flags, ...negated.keys()].map((name) => [name, [isFlag, 'true or false']] as const),
  ...['bcc', 'body', 'cc', 'from', 'subject', 'text', 'to', 'keyword', 'unKeyword'].map(
    (name) => [name, [isText, `text of up to ${longestText} characters`]] as const,
  ),
  ...['larger', 'smaller'].map((name) => [name, [isSize, 'a number of bytes']] as const),
  ...['before', 'on', 'since', 'sentBefore', 'sentOn', 'sentSince'].map((name) => [name, [isDate, 'a date such as 2026-12-31']] as const),
  ['header', [isHeader, 'an object of header names with true or text']],
]);

/** The criteria of a search as the IMAP client takes them, or what is wrong with them as the end of a sentence. */
export function readCriteria(written: unknown): JsonObject | string {
  const counted = { terms: 0 };
  try {
    return criteriaAt(written, 1, counted);
  } catch (error) {
    return (error as Error).message;
  }
}

function criteriaAt(written: unknown, depth: number, counted: { terms: number }): JsonObject {
  if (!isJsonObject(written) || depth > mostDepth)
    throw new Error(`needs searchCriteria as a JSON object of up to ${mostDepth} levels, such as {"unseen": true}`);
  return Object.fromEntries(Object.entries(written).map(([name, value]) => termOf(name, value, depth, counted)));
}

function termOf(name: string, value: Json, depth: number, counted: { terms: number }): readonly [string, Json] {
  counted.terms += 1;
  if (counted.terms > mostTerms) throw new Error(`needs searchCriteria with at most ${mostTerms} terms`);
  if (name === 'not') return [name, nonEmpty(criteriaAt(value, depth + 1, counted), name)];
  if (name === 'or') {
    if (!Array.isArray(value) || value.length < 2) throw new Error('needs or in searchCriteria as a list of two objects or more');
    return [name, value.map((each) => nonEmpty(criteriaAt(each, depth + 1, counted), name))];
  }
  const [check, expected] = checks.get(name) ?? [];
  if (check === undefined) throw new Error(`has ${quoted(name)} in searchCriteria, which is no criterion of a search`);
  if (!check(value)) throw new Error(`needs ${name} in searchCriteria to be ${expected}`);
  const positive = negated.get(name);
  return positive === undefined ? [name, value] : [positive, value === false];
}

function nonEmpty(criteria: JsonObject, name: string): JsonObject {
  if (Object.keys(criteria).length === 0) throw new Error(`needs a criterion in ${name} of searchCriteria`);
  return criteria;
}
