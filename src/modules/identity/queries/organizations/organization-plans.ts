import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** The plans of organizations, which say what an organization may use. Checks no permissions. */
@Injectable()
export class OrganizationPlans {
  constructor(private readonly pool: Pool) {}

  /** Null for an organization that is not known. */
  async of(organizationId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ plan: string }>({
      name: 'find_organization_plan',
      text: 'select plan from organization where id = $1',
      values: [organizationId],
    });
    return rows[0]?.plan ?? null;
  }

  /** How many members an organization has; 1 for an account that is none. */
  async seats(accountId: string): Promise<number> {
    const { rows } = await this.pool.query<{ members: number }>({
      name: 'count_seats',
      text: 'select count(*)::int as members from organization_member where organization_id = $1',
      values: [accountId],
    });
    return Math.max(1, rows[0]?.members ?? 1);
  }

  /** Of those accounts that are organizations and were given one. */
  async given(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ id: string; plan: string }>({
      name: 'find_given_plans',
      text: 'select id, plan from organization where id = any($1) and plan is not null',
      values: [accountIds],
    });
    return new Map(rows.map(({ id, plan }) => [id, plan]));
  }
}
