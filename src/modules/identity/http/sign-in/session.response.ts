import type { Caller } from '#kernel/caller.js';
import { recentForMs } from '../../gate/sessions/session-gate.js';
import type { LinkedInvitation } from '../../queries/sign-in/invitation-links.js';
import type { OpenSession } from '../../queries/sign-in/sessions.js';
import type { CallerView } from '../../queries/sign-in/get-session.query.js';
import { userResponse, type UserResponse } from '../users/user.response.js';

/** Who calls. */
export interface CallerResponse extends Readonly<Omit<CallerView, 'user'>> {
  /** The user that the caller acts as. */
  readonly user: UserResponse;
  /** How the caller has proved who they are. */
  readonly kind: 'session' | 'api-key';
  /** Until when what needs a recent sign-in is possible; null for API keys. */
  readonly recentUntil: string | null;
  /** When the session ends at the latest; null for API keys. */
  readonly expiresAt: string | null;
}

/** A person who has just signed in. */
export interface SignedInResponse {
  /** Id of the user. */
  readonly userId: string;
  /** When the session ends at the latest. */
  readonly expiresAt: string;
}

/** What a person has joined. */
export interface JoinedResponse {
  /** What the person belongs to now. */
  readonly to: 'workspace' | 'organization';
  /** Id of the workspace or of the organization. */
  readonly id: string;
}

export function joinedResponse(joined: LinkedInvitation): JoinedResponse {
  return { to: joined.to, id: joined.to === 'workspace' ? joined.workspaceId : joined.organizationId };
}

export function callerResponse(caller: Caller, { user, organizations, workspaces, demands }: CallerView): CallerResponse {
  const session = caller.kind === 'session' ? caller.credential : undefined;
  return {
    user: userResponse(user),
    kind: session === undefined ? 'api-key' : 'session',
    recentUntil: session === undefined ? null : new Date(Date.parse(session.confirmedAt) + recentForMs).toISOString(),
    expiresAt: session?.sessionExpiresAt ?? null,
    organizations,
    workspaces,
    demands,
  };
}

/** Where a person is signed in. */
export interface SessionsResponse {
  /** The sessions, the newest first. */
  readonly data: readonly SessionResponse[];
}

/** One place where a person is signed in. */
export interface SessionResponse {
  readonly id: string;
  /** How the person has proved who they are. */
  readonly method: 'password' | 'recovery-link' | 'setup-link' | 'invitation' | 'oidc';
  /** Address that the person signed in from. */
  readonly address: string | null;
  /** What the browser calls itself. */
  readonly agent: string | null;
  /** When the person signed in. */
  readonly startedAt: string;
  /** When the session was used last, to within ten minutes. */
  readonly lastSeenAt: string;
  /** When the session ends at the latest. */
  readonly expiresAt: string;
  /** Whether it is the session of this request. */
  readonly isCurrent: boolean;
}

export function sessionResponse(caller: Caller, session: OpenSession): SessionResponse {
  const { id, method, address, agent, startedAt, lastSeenAt, expiresAt } = session;
  const isCurrent = caller.kind === 'session' && caller.credential.sessionId === id;
  return { id, method, address, agent, startedAt, lastSeenAt, expiresAt, isCurrent };
}
