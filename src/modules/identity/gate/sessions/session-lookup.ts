import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { Changes } from '#ledger/projections/changes.js';
import { SessionCaller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { decisiveEventsOfSessions } from '../decisive-events.js';
import { payingOrganization } from '../paying-organization.js';
import type { SignInPolicy } from '../../domain/organizations/organization.events.js';
import { reachOf, userFacts, type UserFactsRow } from '../user-facts.js';
import { demandsOn, signInPolicies } from './sign-in-demands.js';

/** What the value of a cookie admits to; undefined: it never was, has ended, its user is suspended, or what it was started with counts no more. */
export interface AdmittedSession {
  readonly caller: SessionCaller;
  readonly expiresAtMs: number;
  /** Null: it may rest for as long as it lasts. */
  readonly lastSeenAtMs: number | null;
}

interface SessionRow extends UserFactsRow {
  readonly id: string;
  readonly user_id: string;
  readonly confirmed_at: Date;
  readonly expires_at: Date;
  readonly last_seen_at: Date;
  readonly is_kept: boolean;
  readonly is_operator: boolean;
  readonly is_suspended: boolean;
  readonly payer_organization_id: string | null;
  readonly plan: string | null;
  readonly is_by_provider: boolean;
  readonly has_second_factor: boolean;
  readonly policies: Readonly<Record<string, SignInPolicy>> | null;
}

const text = `
  select s.id, s.user_id, s.confirmed_at, s.expires_at, s.is_kept, x.last_seen_at, u.is_operator, u.suspended as is_suspended,
    payer.id as payer_organization_id, payer.plan,
    s.identity_id is not null as is_by_provider, coalesce(f.is_on, false) as has_second_factor, ${signInPolicies}, ${userFacts()}
  from session_secret x
  join user_session s on s.id = x.session_id
  left join user_password p on p.user_id = s.user_id and p.password_id = s.password_id
  left join user_identity i on i.id = s.identity_id and i.user_id = s.user_id
  join user_account u on u.id = s.user_id
  left join second_factor f on f.user_id = s.user_id
  left join organization payer on payer.id = ${payingOrganization('null::uuid', 'u.id')}
  where x.digest = any ($1) and s.ended_at is null
    and (p.user_id is not null or s.password_id is null) and (i.id is not null or s.identity_id is null)`;

/** Finds the caller behind the cookie of a session. Changes of this process take effect at once, those of others within a second. */
@Injectable()
export class SessionLookup implements OnModuleDestroy {
  readonly #known: FreshCache<AdmittedSession | undefined>;
  readonly #stopListening: () => void;

  constructor(
    private readonly pool: Pool,
    private readonly digests: SignInDigests,
    clock: Clock,
    changes: Changes,
  ) {
    this.#known = new FreshCache({
      maxEntries: 10_000,
      // Guesses cannot displace sessions.
      separate: { maxEntries: 1_000, includes: (session) => session === undefined },
      nowMs: () => clock.now().getTime(),
    });
    this.#stopListening = changes.on(decisiveEventsOfSessions, () => this.#known.clear());
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  find(token: string): Promise<AdmittedSession | undefined> {
    const digest = this.digests.session.digest(token);
    return this.#known.get(digest, () => this.#read([digest, ...this.digests.session.formerDigests(token)]));
  }

  async #read(digests: readonly string[]): Promise<AdmittedSession | undefined> {
    const { rows } = await this.pool.query<SessionRow>({ name: 'find_session', text, values: [digests] });
    const [row] = rows;
    if (row === undefined || row.is_suspended) return undefined;
    const demands = demandsOn(row.policies, row.roles, { isByProvider: row.is_by_provider, hasSecondFactor: row.has_second_factor });
    const reach = row.reach.map(reachOf).filter(([, { organizationId }]) => organizationId === null || !demands.has(organizationId));
    return {
      caller: new SessionCaller({
        userId: row.user_id,
        isOperator: row.is_operator,
        account: { userId: row.user_id, organizationId: row.payer_organization_id, plan: row.plan },
        organizations: new Map(Object.entries(row.roles).filter(([id]) => !demands.has(id))),
        workspaces: new Map(reach),
        isStrong: row.is_by_provider || row.has_second_factor,
        demands,
        sessionId: row.id,
        confirmedAt: row.confirmed_at.toISOString(),
        sessionExpiresAt: row.expires_at.toISOString(),
      }),
      expiresAtMs: row.expires_at.getTime(),
      lastSeenAtMs: row.is_kept ? null : row.last_seen_at.getTime(),
    };
  }
}
