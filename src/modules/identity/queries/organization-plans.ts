import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** The plans of organizations, for whoever asks what an organization may use. Checks no permissions. */
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
}
