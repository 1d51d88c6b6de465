import type { Block } from '../../../../../src/document/document.js';
import { placeholdersOf, type Knows } from '../../../../../src/engine/texts/template.js';
import { isJsonObject, type Json } from '../../../../../src/kernel/json.js';
import type { PaletteEntry } from '../../../api/blocks.js';
import type { EditorProblem } from '../../problem.js';
import { isFilled, mayHold } from './field-schema.js';
import { formFields, type FormField } from './form-fields.js';

const mostOfAField = 3;
const longest = 20_000;

/**
 * Returns what is wrong with the fields of a block as far as the palette and the names of the document tell: at once, while a user types. The
 * server checks more, at each save.
 */
export function checkBlock(block: Block, entry: PaletteEntry, knows: Knows): readonly EditorProblem[] {
  return formFields(block, entry).flatMap((field) =>
    [...missing(field), ...outOfBounds(field), ...strangers(field, knows)].map((problem) => ({ blockId: block.id, ...problem })),
  );
}

/** Returns the problems of both, without those of the server that say the same of a field. */
export function joined(own: readonly EditorProblem[], server: readonly EditorProblem[]): readonly EditorProblem[] {
  const codes = new Set(own.map(({ field, code }) => `${field} ${code}`));
  return [...own, ...server.filter(({ field, code }) => !codes.has(`${field} ${code}`))];
}

/** A required field may be filled under another name, or by fields that the palette does not connect with it: the server decides. */
function missing({ name, label, isRequired, value }: FormField): readonly EditorProblem[] {
  return isRequired && !isFilled(value) ? [{ field: name, code: 'required', message: `${label} is needed`, isWarning: true }] : [];
}

function outOfBounds({ name, label, schema, value }: FormField): readonly EditorProblem[] {
  if (typeof value !== 'number') return [];
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum)
    return [{ field: name, code: 'out_of_bounds', message: `${label} must be at least ${minimum}`, isWarning: true }];
  if (typeof maximum === 'number' && value > maximum)
    return [{ field: name, code: 'out_of_bounds', message: `${label} must be at most ${maximum}`, isWarning: true }];
  return [];
}

/** References to names that do not exist stay text in a run. */
function strangers({ name, label, schema, value }: FormField, knows: Knows): readonly EditorProblem[] {
  if (!JSON.stringify(schema).includes('references') && !mayHold(schema, 'references')) return [];
  const found = [...textsIn(name, value)]
    .filter(([, text]) => text.length <= longest)
    .flatMap(([field, text]) => strangersIn(text, knows).map((raw) => ({ field, raw })));
  return found.slice(0, mostOfAField).map(({ field, raw }) => ({
    field,
    code: 'unknown_reference',
    message: `${label} refers to ${raw}, which does not exist`,
    isWarning: true,
  }));
}

/** Only what has a path looks meant: `<b>` is text as well. */
function strangersIn(text: string, knows: Knows): readonly string[] {
  return Array.from(
    placeholdersOf(text, () => true),
    ({ placeholder }) => placeholder,
  ).flatMap((each) => (each.kind === 'reference' && each.reference.path.length > 0 && !knows(each.reference) ? [each.raw] : []));
}

function* textsIn(field: string, value: Json | undefined): Generator<readonly [field: string, text: string]> {
  if (typeof value === 'string') yield [field, value];
  else if (Array.isArray(value))
    for (const [index, item] of (value as readonly Json[]).entries()) yield* textsIn(`${field}.${index}`, item);
  else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) yield* textsIn(`${field}.${key}`, item);
}
