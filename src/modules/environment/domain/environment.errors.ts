import { invalidField, type DomainError } from '#kernel/errors.js';
import { environmentLimits } from './environment-limits.js';

/** `name` is the first variable beyond the limit. */
export function tooManyVariables(name: string, whoMayHave: string): DomainError {
  const most = environmentLimits.variables;
  return invalidField(['variables', name], `${whoMayHave} at most ${most} variables`, 'out_of_range');
}
