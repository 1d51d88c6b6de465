import type { ErrorDetail } from '#kernel/errors.js';
import { shortestMasked } from '#engine/masking/secret-forms.js';
import type { VariableView } from '../queries/environment-view.js';

/** The variables of a workspace. */
export interface EnvironmentResponse {
  /** The variables without their values, sorted by name. */
  readonly variables: readonly VariableView[];
}

/** The variables of a workspace after a change. */
export interface ChangedEnvironmentResponse extends EnvironmentResponse {
  /** Values that are stored and cannot be masked; absent if there are none. */
  readonly warnings?: readonly ErrorDetail[];
}

export function environmentResponse(variables: readonly VariableView[]): EnvironmentResponse {
  return { variables: variables.map(({ name, updatedAt }) => ({ name, updatedAt })) };
}

/** The response to a change that set these values. */
export function changedEnvironmentResponse(
  variables: readonly VariableView[],
  changes: Readonly<Record<string, string | null>>,
): ChangedEnvironmentResponse {
  const warnings = Object.entries(changes).flatMap(([name, value]) => (isMaskable(value) ? [] : [warning(name)]));
  return { ...environmentResponse(variables), ...(warnings.length === 0 ? {} : { warnings }) };
}

function isMaskable(value: string | null): boolean {
  return value === null || value === '' || value.length >= shortestMasked;
}

function warning(name: string): ErrorDetail {
  const message = `The value of ${name} has fewer than ${shortestMasked} characters, so it cannot be masked in traces, logs and streams; only fields with {{${name}}} show the name. Use a longer value if it is a secret.`;
  return { path: ['variables', name], message, code: 'too_short_to_mask' };
}
