import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open invitations of organizations, found by their address. */
export class OrganizationInvitations1763602358000 implements MigrationInterface {
  name = 'OrganizationInvitations1763602358000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table organization_invitation (
      id uuid primary key,
      organization_id uuid not null,
      email text not null,
      role text not null,
      invited_at timestamptz not null,
      constraint organization_invitation_email unique (organization_id, email)
    )`);
    await runner.query('create index organization_invitation_of on organization_invitation (email)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
