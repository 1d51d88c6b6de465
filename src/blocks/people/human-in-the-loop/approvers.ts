import type { Json } from '#kernel/json.js';
import { plainText } from '#engine/values/json-text.js';
import type { FieldFault } from '../../fields/field-set.js';
import type { Reading } from './reading.js';

const address = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;
const mostApprovers = 100;

/**
 * Who may answer: a list of e-mail addresses, or a text with commas between them. They are compared without regard to case.
 * `known` is empty without approvers, and null when only a run knows them.
 */
export function readApprovers(
  field: Json | undefined,
  reading: Reading,
): { readonly known: readonly string[] | null; readonly faults: readonly FieldFault[] } {
  const written = plainText(field).trim();
  if (written === '' || written === '[]') return { known: [], faults: [] };
  // Everyone who can see the run can see its approvers.
  if (written.includes('{{')) return { known: null, faults: [fault('must not come from secrets')] };
  const value = reading.json(field ?? []);
  if (value === undefined) return { known: null, faults: [] };
  // An entry may resolve to a list.
  const named = [value].flat(2) as readonly Json[];
  const addresses = named.flatMap((each) => plainText(each).split(/[,;\n]/)).map((each) => each.trim().toLowerCase());
  const known = [...new Set(addresses)].filter((each) => each !== '');
  const what = listFault(known);
  return what === null ? { known, faults: [] } : { known: null, faults: [fault(what)] };
}

/** A list that resolves to no approvers is a fault: it would open the question to every member. */
function listFault(known: readonly string[]): string | null {
  if (known.length === 0) return 'must name at least one person';
  if (known.length > mostApprovers) return `must not name more than ${String(mostApprovers)} people`;
  const wrong = known.find((each) => !address.test(each));
  return wrong === undefined ? null : `has "${wrong.slice(0, 80)}", which is not an e-mail address`;
}

function fault(what: string): FieldFault {
  return { field: 'approvers', what, code: 'invalid_approvers' };
}
