import { isJsonObject, type Json } from '#kernel/json.js';

/** What an event must be for a trigger to react to it. */
export interface EventCondition {
  /** The name of the event, as the provider states it. */
  readonly event: string;
  /** Values in the body, by path. `present` and `absent` ask only whether there is one. */
  readonly where: Readonly<Record<string, string | boolean>>;
}

export const present = '(present)';
export const absent = '(absent)';

/** The condition for an event with this name, and with these values in its body. */
export function on(event: string, where: EventCondition['where'] = {}): EventCondition {
  return { event, where };
}

/** Whether an event fits the condition. */
export function fits({ event, where }: EventCondition, name: string | undefined, body: Json): boolean {
  if (event !== name) return false;
  return Object.entries(where).every(([path, wanted]) => {
    const value = at(body, path);
    if (wanted === present || wanted === absent) return (value !== undefined && value !== null) === (wanted === present);
    return value === wanted;
  });
}

/** The value at a path such as `issue.pull_request`; undefined for none. */
export function at(value: Json | undefined, path: string): Json | undefined {
  return path.split('.').reduce((found, key) => (isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined), value);
}
