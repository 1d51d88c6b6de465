import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { coerce } from '#engine/values/coerce.js';
import { parseJson } from '#engine/values/json-text.js';

/** The object that `[{name, type, value}]` describes, with references resolved and values converted to their types. */
export function buildData(builder: Json, inputs: BlockInputs): Json {
  return Array.isArray(builder) ? withParsedTexts(buildObject(builder as readonly Json[], inputs)) : {};
}

function buildObject(fields: readonly Json[], inputs: BlockInputs): Json {
  const entries = fields.flatMap((field): readonly [string, Json][] => {
    const name = isJsonObject(field) ? field['name'] : undefined;
    return isJsonObject(field) && typeof name === 'string' && name.trim() !== '' ? [[name, buildValue(field, inputs)]] : [];
  });
  return Object.fromEntries(entries);
}

function buildValue({ type, value = null }: JsonObject, inputs: BlockInputs): Json {
  if (type === 'object' || type === 'array') return buildStructure(type, value, inputs);
  if (typeof type === 'string' && type !== 'string') return coerce(type, inputs.value(value));
  return typeof value === 'string' ? inputs.text(value) : inputs.value(value);
}

function buildStructure(type: 'object' | 'array', value: Json, inputs: BlockInputs): Json {
  if (!Array.isArray(value)) return inputs.json(value);
  const items = value as readonly Json[];
  return type === 'object' ? buildObject(items, inputs) : items.map((item) => buildItem(item, inputs));
}

/** An item is a plain value, or a typed one like a field without a name. */
function buildItem(item: Json, inputs: BlockInputs): Json {
  return isJsonObject(item) && typeof item['type'] === 'string' ? buildValue(item, inputs) : inputs.value(item);
}

/** Replaces texts that are JSON objects or lists by their values, at any depth. */
function withParsedTexts(value: Json): Json {
  if (typeof value === 'string') {
    const parsed = /^\s*[{[]/.test(value) ? parseJson(value) : undefined;
    return parsed === undefined ? value : withParsedTexts(parsed);
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map(withParsedTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withParsedTexts(item)]));
}
