import { ReadModel } from '#infrastructure/projections/read-model.js';

export interface UserAccountRow {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly suspended: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const userAccount = new ReadModel<UserAccountRow, 'id'>({
  table: 'user_account',
  key: ['id'],
  columns: {
    id: { type: 'uuid' },
    email: { type: 'text' },
    name: { type: 'text' },
    isOperator: { type: 'boolean' },
    suspended: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
