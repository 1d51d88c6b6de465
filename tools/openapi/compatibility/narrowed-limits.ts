import type { JsonSchema } from '../json-schema.js';

const upper = ['maximum', 'maxLength', 'maxItems'] as const;
const lower = ['minimum', 'minLength', 'minItems'] as const;

/** Limits of what is taken that let less in than before. */
export function narrowedLimits(before: JsonSchema, after: JsonSchema): readonly string[] {
  const tighter = [
    ...upper.filter((limit) => (after[limit] ?? Infinity) < (before[limit] ?? Infinity)),
    ...lower.filter((limit) => (after[limit] ?? -Infinity) > (before[limit] ?? -Infinity)),
    ...(after.pattern === undefined || after.pattern === before.pattern ? [] : (['pattern'] as const)),
  ];
  return tighter.map((limit) => `its ${limit} is ${after[limit]} now`);
}
