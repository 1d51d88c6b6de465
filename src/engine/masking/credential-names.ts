import type { Json } from '#kernel/json.js';
import { JsonChange } from './json-change.js';

const redacted = '[REDACTED]';

/** How names of credentials end, without case and separators. */
const credential =
  /(?:apikey|privatekey|accesskey|secretkey|secret|password|passwd|pwd|passphrase|token|credentials?|authorization|bearer|(?:^|set)cookie)$/;
/** A token that names a position in a list. */
const position = /(?:page|cursor|continuation|sync)token$/;

/** Answers for names that were seen before. Names come from callers, so their number is limited. */
const known = new Map<string, boolean>();
const mostKnown = 10_000;
const longestKnown = 64;

const redaction = new JsonChange({
  text: (text) => text,
  member: (key, item) => (isCredential(key) && !isEmpty(item) ? redacted : undefined),
});

/** The same value with each field that is named like a credential shown as `[REDACTED]`; the value itself if there is none. */
export function redactCredentials(value: Json): Json {
  return redaction.of(value);
}

/** The same for a large value, in steps of milliseconds. Afterwards `redactCredentials` knows the result. */
export function redactionSteps(value: Json): Generator<void, Json> {
  return redaction.steps(value);
}

/** A value that says only whether there is a credential. */
function isEmpty(value: Json): boolean {
  return value === null || value === '' || typeof value === 'boolean';
}

function isCredential(key: string): boolean {
  const before = known.get(key);
  if (before !== undefined) return before;
  const name = key.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const isOne = credential.test(name) && !position.test(name);
  if (known.size < mostKnown && key.length <= longestKnown) known.set(key, isOne);
  return isOne;
}
