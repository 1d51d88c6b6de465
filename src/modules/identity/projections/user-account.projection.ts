import { defineProjection, when } from '#ledger/rows/projection.js';
import {
  EmailChanged,
  OperatorAppointed,
  OperatorDismissed,
  UserCreated,
  UserReinstated,
  UserRenamed,
  UserSuspended,
} from '../domain/users/user.events.js';
import { userAccount } from './user-account.entity.js';

/** Who can act here? */
export const userAccountProjection = defineProjection({
  name: 'user-account',
  version: 1,
  mode: 'inline',
  models: [userAccount],
  on: [
    when(UserCreated, ({ streamId, payload, at }) => [
      userAccount.add({ id: streamId, ...payload, suspended: false, createdAt: at, updatedAt: at }),
    ]),
    when(UserRenamed, ({ streamId, payload, at }) => [userAccount.patch({ id: streamId, name: payload.name, updatedAt: at })]),
    when(EmailChanged, ({ streamId, payload, at }) => [userAccount.patch({ id: streamId, email: payload.email, updatedAt: at })]),
    when(OperatorAppointed, ({ streamId, at }) => [userAccount.patch({ id: streamId, isOperator: true, updatedAt: at })]),
    when(OperatorDismissed, ({ streamId, at }) => [userAccount.patch({ id: streamId, isOperator: false, updatedAt: at })]),
    when(UserSuspended, ({ streamId, at }) => [userAccount.patch({ id: streamId, suspended: true, updatedAt: at })]),
    when(UserReinstated, ({ streamId, at }) => [userAccount.patch({ id: streamId, suspended: false, updatedAt: at })]),
  ],
});
