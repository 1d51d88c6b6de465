import { defineProjection, when } from '#ledger/rows/projection.js';
import { IdentityLinked, IdentityUnlinked } from '../domain/users/user.events.js';
import { userIdentity } from './user-identity.entity.js';

/** With which accounts at providers do users sign in? */
export const userIdentityProjection = defineProjection({
  name: 'user-identity',
  version: 1,
  mode: 'inline',
  models: [userIdentity],
  on: [
    when(IdentityLinked, ({ streamId: userId, payload: { identityId: id, ...linked }, at: linkedAt }) => [
      userIdentity.add({ id, userId, ...linked, linkedAt }),
    ]),
    when(IdentityUnlinked, ({ payload: { identityId: id } }) => [userIdentity.remove({ id })]),
  ],
});
