import type { Json } from '#kernel/json.js';

/** Whether a field holds a value: blank text counts as none. */
export function isFilled(field: Json | undefined): field is Json {
  return field !== undefined && field !== null && !(typeof field === 'string' && field.trim() === '');
}

/** Whether a text holds references or secrets: its value is known in a run only. */
export function isOpen(value: Json | undefined): boolean {
  return typeof value === 'string' && /<|\{\{/.test(value);
}
