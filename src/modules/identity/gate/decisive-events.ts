import { apiKeyEvents } from '../domain/keys/api-key.events.js';
import { organizationEvents } from '../domain/organizations/organization.events.js';
import { sessionEvents } from '../domain/sign-in/session.events.js';
import { userEvents } from '../domain/users/user.events.js';
import { workspaceEvents } from '../domain/workspaces/workspace.events.js';

/** The types of events after which another answer may be due to the question who a caller is, and what they reach, whatever their credential. */
export const decisiveEvents: ReadonlySet<string> = new Set(
  [...apiKeyEvents, ...organizationEvents, ...userEvents, ...workspaceEvents].map(({ type }) => type),
);

/** The same for a caller with any credential, also with a session. */
export const decisiveEventsOfSessions: ReadonlySet<string> = new Set([...decisiveEvents, ...sessionEvents.map(({ type }) => type)]);
