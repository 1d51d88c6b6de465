import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import type { InvitationView } from '../../projections/views.js';
import { invitesToOrganization } from '../sign-in/standing-inviters.js';

const columns = `i.id, i.organization_id as "organizationId", o.name as "organizationName", i.email, i.role, i.invited_at as "invitedAt",
  i.expires_at as "expiresAt"`;
const from = 'organization_invitation i join organization o on o.id = i.organization_id';
const toAddress = (parameter: string): string => `i.email = ${parameter} and ${invitesToOrganization('i')}`;

interface FoundInvitation extends Omit<InvitationView, 'invitedAt' | 'expiresAt' | 'expired'> {
  readonly invitedAt: Date;
  readonly expiresAt: Date;
}

/** Open invitations. Asks no permission. */
@Injectable()
export class Invitations {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /**
   * The open invitation of this address, of a person who may still invite.
   * @throws DomainError not-found, the same for an absent invitation and one of another address
   */
  async to(email: string, id: string): Promise<InvitationView> {
    const [found] = isId(id) ? await this.#select(`i.id = $1 and ${toAddress('$2')}`, [id, email]) : [];
    if (found === undefined) throw notFound('Invitation');
    return found;
  }

  /** @throws DomainError not-found */
  async of(organizationId: string, id: string): Promise<InvitationView> {
    const [found] = isId(id) ? await this.#select('i.id = $1 and i.organization_id = $2', [id, organizationId]) : [];
    if (found === undefined) throw notFound('Invitation');
    return found;
  }

  /** Those that count for one address, or all of one organization, in the order of their ids. */
  page(by: { readonly email: string } | { readonly organizationId: string }, after: string, count: number): Promise<InvitationView[]> {
    const [condition, value] = 'email' in by ? [toAddress('$1'), by.email] : ['i.organization_id = $1', by.organizationId];
    return this.#select(`${condition} and i.id > $2 order by i.id limit $3`, [value, after, count]);
  }

  /** Whether a user with this address belongs to the organization. */
  async isMember(organizationId: string, email: string): Promise<boolean> {
    const text = `select 1 from organization_member m join user_account u on u.id = m.user_id where m.organization_id = $1 and u.email = $2`;
    return (await this.pool.query(text, [organizationId, email])).rowCount !== 0;
  }

  async #select(condition: string, values: readonly unknown[]): Promise<InvitationView[]> {
    const { rows } = await this.pool.query<FoundInvitation>(`select ${columns} from ${from} where ${condition}`, [...values]);
    const now = this.clock.now().getTime();
    return rows.map(({ invitedAt, expiresAt, ...row }) => ({
      ...row,
      invitedAt: invitedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      expired: expiresAt.getTime() <= now,
    }));
  }
}
