import type { VariableView } from '../queries/environment-view.js';

export interface EnvironmentResponse {
  /** Their names; what they hold is never shown. */
  readonly variables: readonly VariableView[];
}

export function environmentResponse(variables: readonly VariableView[]): EnvironmentResponse {
  return { variables: variables.map(({ name, updatedAt }) => ({ name, updatedAt })) };
}
