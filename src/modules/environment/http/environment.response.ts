import type { VariableView } from '../queries/environment-view.js';

export interface EnvironmentResponse {
  readonly variables: readonly VariableView[];
}

export function environmentResponse(variables: readonly VariableView[]): EnvironmentResponse {
  return { variables: variables.map(({ name, updatedAt }) => ({ name, updatedAt })) };
}
