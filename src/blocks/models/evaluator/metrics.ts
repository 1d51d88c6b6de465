import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { numberIn } from '#engine/values/coerce.js';
import { plainText } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import type { FieldFault } from '../../fields/field-set.js';
import { entriesIn } from '../../fields/kinds.js';

/** Something that an evaluation measures. */
export interface Metric {
  readonly name: string;
  readonly description: string;
  readonly min: number;
  readonly max: number;
}

const reserved: readonly string[] = ['content', 'model', 'providermodel', 'provider', 'tokens', 'cost', 'warnings', 'error'];
const [leastDefault, mostDefault] = [0, 10];

/** The metrics of a field; null for anything but a list. Entries without a name do not count. */
export function metricsIn(value: Json | undefined): readonly Metric[] | null {
  const entries = entriesIn(value);
  if (entries === null) return null;
  return entries.flatMap((entry) => {
    const name = isJsonObject(entry) ? plainText(entry['name']).trim() : '';
    if (!isJsonObject(entry) || name === '') return [];
    const range = isJsonObject(entry['range']) ? entry['range'] : {};
    const bound = (side: 'min' | 'max', fallback: number): number => numberIn(plainText(range[side])) ?? fallback;
    return [{ name, description: plainText(entry['description']), min: bound('min', leastDefault), max: bound('max', mostDefault) }];
  });
}

/** The name of a metric in the output. */
export function keyOf({ name }: Metric): string {
  return name.toLowerCase();
}

export function metricFaults(written: Json | undefined): readonly FieldFault[] {
  if (!isFilled(written)) return [];
  const metrics = metricsIn(written);
  const fault = (what: string, code: string): FieldFault[] => [{ field: 'metrics', what, code }];
  if (metrics === null) return fault('must be a list of {name, description, range}, or the JSON text of one', 'invalid_metrics');
  if (metrics.length === 0) return fault('must have a metric with a name', 'missing_metrics');
  const keys = metrics.map(keyOf);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return fault(`has two metrics with the name "${twice}"; upper and lower case are the same`, 'metrics_alike');
  const hidden = keys.find((key) => reserved.includes(key));
  if (hidden !== undefined) return fault(`has a metric "${hidden}", which is the name of another output`, 'metrics_alike');
  const empty = metrics.find(({ min, max }) => min >= max);
  return empty === undefined ? [] : fault(`has a metric "${empty.name}" whose range is empty`, 'invalid_range');
}

export function metricsSchema(metrics: readonly Metric[]): JsonObject {
  const properties = metrics.map((metric) => [keyOf(metric), { type: 'number', minimum: metric.min, maximum: metric.max }] as const);
  return { type: 'object', properties: Object.fromEntries(properties), required: metrics.map(keyOf), additionalProperties: false };
}
