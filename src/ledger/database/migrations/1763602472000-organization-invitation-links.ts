import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations to organizations get links, as those to workspaces have. All say who invited. */
export class OrganizationInvitationLinks1763602472000 implements MigrationInterface {
  name = 'OrganizationInvitationLinks1763602472000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table organization_invitation
      add column digest text constraint organization_invitation_digest unique,
      add column invited_by uuid`);
    await runner.query('alter table workspace_invitation add column invited_by uuid');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
