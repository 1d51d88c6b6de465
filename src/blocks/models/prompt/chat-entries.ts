import { isJsonObject, type Json } from '#kernel/json.js';
import { parseJson, plainText } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import { refused } from '../../fields/field.js';

/** One message as an author writes it, with data put in. */
export interface ChatEntry {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** What names its files; undefined for none. */
  readonly files?: Json;
}

export interface ChatEntries {
  readonly entries: readonly ChatEntry[];
  readonly warnings: readonly string[];
}

const roles: readonly ChatEntry['role'][] = ['system', 'user', 'assistant'];
const mostMessages = 1_000;
const mostCharacters = 4 * 1024 * 1024;

/**
 * The messages of a field: a list, or the JSON text of one. Entries of other roles are left out with a warning.
 * @throws BlockFailure for anything but a list, and for more than a model can take
 */
export function chatEntries(name: string, value: Json | undefined): ChatEntries {
  if (!isFilled(value)) return { entries: [], warnings: [] };
  const list = listIn(typeof value === 'string' ? parseJson(value) : value);
  if (list === null) throw refused(name, 'must be a list of {role, content}, or the JSON text of one');
  if (list.length > mostMessages) throw refused(name, `has ${list.length} messages; at most ${mostMessages} are possible`);
  const read = list.map(entryIn);
  const entries = read.filter((entry) => entry !== null);
  const characters = entries.reduce((sum, { content }) => sum + content.length, 0);
  if (characters > mostCharacters) throw refused(name, `is longer than ${mostCharacters / 1024 / 1024} MB`);
  const dropped = read.length - entries.length;
  const what = `${name}: ${dropped} of ${read.length} messages are left out, as their role is none of ${roles.join(', ')}`;
  return { entries, warnings: dropped === 0 ? [] : [what] };
}

/** Lists of messages, also as blocks of memory output them: `{memories: [{data: […]}]}`. */
function listIn(value: Json | undefined): readonly Json[] | null {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((each) =>
      isJsonObject(each) && each['role'] === undefined ? (listIn(each) ?? [each]) : [each],
    );
  }
  if (!isJsonObject(value)) return null;
  return listIn(value['memories'] ?? value['data'] ?? value['messages']);
}

function entryIn(entry: Json): ChatEntry | null {
  if (!isJsonObject(entry)) return null;
  const role = roles.find((each) => each === entry['role']);
  if (role === undefined) return null;
  const { content, files } = entry;
  return { role, content: contentIn(content), ...(isFilled(files) ? { files } : {}) };
}

/** A text, or the texts of a list of parts. */
function contentIn(content: Json | undefined): string {
  if (!Array.isArray(content)) return plainText(content);
  const parts = content as readonly Json[];
  const isParts = parts.length > 0 && parts.every((part) => isJsonObject(part) && typeof part['text'] === 'string');
  return isParts ? parts.map((part) => (isJsonObject(part) ? plainText(part['text']) : '')).join('\n') : plainText(content);
}

/** A prompt in its former form: a text, or an object with it as `input`. */
export function promptText(value: Json | undefined): string {
  return isJsonObject(value) && value['input'] !== undefined ? plainText(value['input']) : plainText(value);
}
