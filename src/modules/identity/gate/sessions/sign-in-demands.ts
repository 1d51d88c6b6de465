import type { OrganizationRole, SignInDemand } from '#kernel/caller.js';
import type { SignInPolicy } from '../../domain/organizations/organization.events.js';

/** How the person of a session has signed in. */
export interface SignedInBy {
  /** Whether a provider vouches for the person: their second factor is there. */
  readonly isByProvider: boolean;
  readonly hasSecondFactor: boolean;
}

/** SQL: what the organizations of the user `u` demand, of which they are a member or reach a workspace; null where none demands anything. */
export const signInPolicies = `
    (select json_object_agg(o.organization_id, json_build_object('requireSecondFactor', o.require_second_factor, 'allowPasswords', o.allow_passwords))
       from organization_sign_in o
       where o.organization_id in (select m.organization_id from organization_member m where m.user_id = u.id
         union all select w.organization_id from workspace_member r join workspace w on w.id = r.workspace_id where r.user_id = u.id)) as policies`;

/** The organizations that a session does not reach, and what they demand first. An owner may use a password, so that no organization is locked out. */
export function demandsOn(
  policies: Readonly<Record<string, SignInPolicy>> | null,
  roles: Readonly<Record<string, OrganizationRole>>,
  { isByProvider, hasSecondFactor }: SignedInBy,
): ReadonlyMap<string, SignInDemand> {
  if (isByProvider) return new Map();
  return new Map(
    Object.entries(policies ?? {}).flatMap(([organizationId, { allowPasswords, requireSecondFactor }]): [string, SignInDemand][] => {
      if (!allowPasswords && roles[organizationId] !== 'owner') return [[organizationId, 'provider']];
      return requireSecondFactor && !hasSecondFactor ? [[organizationId, 'second-factor']] : [];
    }),
  );
}
