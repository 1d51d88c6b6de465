import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { UnreadableQuestion } from '../question.js';

/** The objects of a list. @throws UnreadableQuestion if it is not a list of objects */
export function objectsOf(value: Json | undefined, name: string): readonly JsonObject[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isJsonObject)) return value;
  throw new UnreadableQuestion(`${name} must be a list of objects`);
}

/** The same for a list that must be present and must not be empty. */
export function someObjectsOf(value: Json | undefined, name: string): readonly JsonObject[] {
  const objects = objectsOf(value, name);
  if (objects.length === 0) throw new UnreadableQuestion(`${name} must not be empty`);
  return objects;
}

export function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The text of a content: text itself, or its parts; a part that is no text appears as `[its type]`. */
export function contentText(content: Json | undefined): string {
  if (!Array.isArray(content)) return textOf(content);
  return content.map((part: Json) => (isJsonObject(part) ? partText(part) : textOf(part))).join('');
}

function partText(part: JsonObject): string {
  return typeof part['text'] === 'string' ? part['text'] : `[${textOf(part['type'])}]`;
}
