import type { UserView } from '../../projections/views.js';

export type UserResponse = Readonly<UserView>;

export function userResponse({ id, email, name, isOperator, suspended, createdAt, updatedAt }: UserView): UserResponse {
  return { id, email, name, isOperator, suspended, createdAt, updatedAt };
}
