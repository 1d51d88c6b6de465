import { defineProjection, when } from '#infrastructure/projections/projection.js';
import { UserCreated, UserReinstated, UserSuspended } from '../domain/user.events.js';
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
    when(UserSuspended, ({ streamId, at }) => [userAccount.patch({ id: streamId, suspended: true, updatedAt: at })]),
    when(UserReinstated, ({ streamId, at }) => [userAccount.patch({ id: streamId, suspended: false, updatedAt: at })]),
  ],
});
