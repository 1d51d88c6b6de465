import type { VariableView } from '../queries/environment-view.js';

/** The variables of a workspace. */
export interface EnvironmentResponse {
  /** The variables without their values, sorted by name. */
  readonly variables: readonly VariableView[];
}

export function environmentResponse(variables: readonly VariableView[]): EnvironmentResponse {
  return { variables: variables.map(({ name, updatedAt }) => ({ name, updatedAt })) };
}
