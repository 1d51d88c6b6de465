import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { AgentRequest, ToolTarget } from '#engine/agents/agent-request.js';

/** The texts of the block that a tool call runs, and the data that they refer to as `<tool.…>`. */
export interface ToolInputs {
  readonly params: JsonObject;
  readonly data: JsonObject;
}

type BlockTarget = Extract<ToolTarget, { kind: 'block' }>;

/**
 * Puts the arguments of the model into the fields of a block. They are data: a text that resembles a reference stays that text. Only
 * `{{NAME}}` of a secret that the author has shown to the model is resolved. Values of the author win.
 */
export function toolInputs(
  { params, given, argumentsInto }: BlockTarget,
  args: JsonObject,
  shownSecrets: AgentRequest['shownSecrets'],
): ToolInputs {
  const all = merged(args, given);
  const data: Record<string, Json> = { arguments: all };
  const keep = (text: string): string => {
    const name = `value${Object.keys(data).length}`;
    data[name] = text;
    return `<tool.${name}>`;
  };
  const placed = (value: Json): Json => {
    if (typeof value === 'string') return textOf(value, shownSecrets, keep);
    if (Array.isArray(value)) return (value as readonly Json[]).map(placed);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, placed(item)]));
  };
  if (argumentsInto !== undefined) return { params: { ...params, [argumentsInto]: merged(placed(all), params[argumentsInto]) }, data };
  const own = Object.entries(all).filter(([name]) => isEmpty(params[name]));
  return { params: { ...params, ...Object.fromEntries(own.map(([name, value]) => [name, placed(value)])) }, data };
}

/** Objects are merged deeply; otherwise the value of the author wins unless it is empty. */
function merged(argument: Json, author: Json | undefined): JsonObject;
function merged(argument: Json | undefined, author: Json | undefined): Json | undefined {
  if (isEmpty(author)) return argument;
  if (!isJsonObject(argument) || !isJsonObject(author)) return author;
  const names = new Set([...Object.keys(argument), ...Object.keys(author)]);
  return Object.fromEntries(
    [...names].map((name) => [name, (merged as (a: Json | undefined, b: Json | undefined) => Json)(argument[name], author[name])]),
  );
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** A text of the model as an author's text: parts that could be taken for placeholders become references to themselves. */
function textOf(text: string, shownSecrets: readonly string[], keep: (text: string) => string): string {
  if (!text.includes('<') && !text.includes('{{')) return text;
  const secrets = shownSecrets.map((name) => `{{${name}}}`);
  const parts = secrets.reduce<readonly string[]>(
    (found, secret) => found.flatMap((part) => (secrets.includes(part) ? [part] : splitKeeping(part, secret))),
    [text],
  );
  return parts.map((part) => (part === '' || secrets.includes(part) ? part : keep(part))).join('');
}

function splitKeeping(text: string, separator: string): readonly string[] {
  return text.split(separator).flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
