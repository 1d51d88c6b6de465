import type { Json } from '#kernel/json.js';
import type { ResumeField } from '#engine/pause.js';
import { inputFields, type InputField } from '../../flow/start/input-format.js';
import { readTyped, resumeFieldTypes } from '#engine/values/check-answer.js';
import type { FieldFault } from '../../fields/field-set.js';
import type { Reading } from './reading.js';

/** The form of a question and its faults. Defaults that are not known yet are left out. */
export interface ResumeForm {
  readonly fields: readonly ResumeField[];
  readonly faults: readonly FieldFault[];
}

/** Names of the outputs of the block, and of the outputs that choose the branch of a run. */
export const reservedNames: ReadonlySet<string> = new Set([
  'url',
  'resumeEndpoint',
  'response',
  'notification',
  'submission',
  'resumeInput',
  'submittedAt',
  'answeredBy',
  'expired',
  'error',
  'selectedOption',
  'selectedRoute',
  '_pauseMetadata',
]);

export function readForm(inputFormat: Json | undefined, reading: Reading): ResumeForm {
  const faults: FieldFault[] = [];
  const seen = new Set<string>();
  const fields = inputFields(inputFormat).map((declared): ResumeField => {
    const { name, description, isRequired: required, title, options } = declared;
    const field = readField(declared, reading);
    const fault = nameFault(name, seen) ?? field.fault;
    if (fault !== null) faults.push({ field: 'inputFormat', ...fault });
    seen.add(name);
    return {
      name,
      ...(title === null ? {} : { title }),
      type: field.type,
      description,
      required: required && !field.isOpen,
      value: field.value,
      ...(options === null ? {} : { options: [...options] }),
    };
  });
  return { fields, faults };
}

type Wrong = Pick<FieldFault, 'what' | 'code'>;

function nameFault(name: string, seen: ReadonlySet<string>): Wrong | null {
  if (seen.has(name)) return { what: `declares "${name}" twice`, code: 'duplicate_name' };
  return reservedNames.has(name) ? { what: `declares "${name}", a name that is reserved`, code: 'reserved_name' } : null;
}

interface ReadField {
  readonly type: ResumeField['type'];
  readonly value: Json;
  /** There may be a default that only a run knows. */
  readonly isOpen: boolean;
  readonly fault: Wrong | null;
}

function readField({ name, type, fallback, options }: InputField, reading: Reading): ReadField {
  const none = { value: null, isOpen: false, fault: null };
  if (!isFieldType(type)) {
    const what = `gives "${name}" an unknown type; use one of ${resumeFieldTypes.join(', ')}`;
    return { ...none, type: 'string', fault: { what, code: 'unknown_type' } };
  }
  if (options !== null && type !== 'string' && type !== 'number') {
    return {
      ...none,
      type,
      fault: { what: `gives options to "${name}"; only fields of the types string and number have them`, code: 'invalid_options' },
    };
  }
  if (fallback === undefined || fallback === null) return { ...none, type };
  const value = type === 'string' ? reading.text(fallback) : reading.json(fallback);
  if (value === undefined) return { ...none, type, isOpen: true };
  // The value of a reference without data.
  if (value === null || value === '') return { ...none, type };
  const read = readTyped(type, value);
  if ('value' in read && options !== null && !options.some((option) => option.value === read.value)) {
    return { ...none, type, fault: { what: `has a default for "${name}" that is not one of its options`, code: 'invalid_default' } };
  }
  if ('value' in read) return { ...none, type, value: read.value };
  return { ...none, type, fault: { what: `has a default for "${name}" that ${read.fault}`, code: 'invalid_default' } };
}

function isFieldType(type: string): type is ResumeField['type'] {
  return resumeFieldTypes.includes(type);
}
