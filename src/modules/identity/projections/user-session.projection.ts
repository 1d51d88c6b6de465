import { defineProjection, when } from '#ledger/rows/projection.js';
import { SessionConfirmed, SessionEnded, SessionStarted } from '../domain/sign-in/session.events.js';
import { userSession } from './user-session.entity.js';

/** Where are people signed in? */
export const userSessionProjection = defineProjection({
  name: 'user-session',
  version: 1,
  mode: 'inline',
  models: [userSession],
  on: [
    when(SessionStarted, ({ streamId: id, payload, at }) => [
      userSession.add({ id, ...payload, identityId: payload.identityId ?? null, startedAt: at, confirmedAt: at, endedAt: null }),
    ]),
    when(SessionConfirmed, ({ streamId: id, payload: { passwordId }, at }) => [userSession.patch({ id, passwordId, confirmedAt: at })]),
    when(SessionEnded, ({ streamId: id, at }) => [userSession.patch({ id, endedAt: at })]),
  ],
});
