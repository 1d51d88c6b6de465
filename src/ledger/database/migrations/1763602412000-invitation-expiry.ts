import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an invitation expires. Open ones, and those that a process of an earlier build still writes, get 7 days from now on. */
export class InvitationExpiry1763602412000 implements MigrationInterface {
  name = 'InvitationExpiry1763602412000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table organization_invitation add column expires_at timestamptz not null default now() + interval '7 days'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
