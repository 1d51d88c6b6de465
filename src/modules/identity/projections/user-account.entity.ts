import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { UserView } from './views.js';

export const userAccount = new ReadModel<UserView, 'id'>({
  table: 'user_account',
  key: ['id'],
  kept: settings('one for each user'),
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
