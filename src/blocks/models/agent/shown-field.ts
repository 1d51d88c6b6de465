import type { Json } from '#kernel/json.js';
import { findPlaceholders } from '#engine/texts/template.js';
import type { Field } from '../../fields/field.js';

/** A text that a model is shown, and the names of the secrets that the author wrote into it. */
export interface Shown<Value> {
  readonly value: Value;
  readonly secrets: readonly string[];
}

/** A field that is part of what a model is shown. */
export function shown<Value>(field: Field<Value>): Field<Shown<Value>> {
  return field.as((written, inputs, name) => ({ value: field.read(written, inputs, name), secrets: secretsIn(written) }));
}

/** The names in `{{NAME}}`. Models see the names, never the values. */
export function secretsIn(written: Json | undefined): readonly string[] {
  const found = findPlaceholders(JSON.stringify(written ?? ''), () => false);
  return found.flatMap(({ placeholder }) => (placeholder.kind === 'secret' ? [placeholder.name] : []));
}
