import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The totals of days tell which account pays, so that a bill can be explained over all workspaces. Days of which runs have gone cannot be added
 * up again: for those it is whoever pays for the workspace now.
 */
export class UsageOfAccounts1763602343000 implements MigrationInterface {
  name = 'UsageOfAccounts1763602343000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table usage_day add account_id uuid not null default '00000000-0000-0000-0000-000000000000';
      update usage_day d set account_id = coalesce(w.organization_id,
        (select m.organization_id from organization_member m where m.user_id = w.owner_id order by m.joined_at, m.organization_id limit 1), w.owner_id)
        from workspace w where w.id = d.workspace_id;
      alter table usage_day drop constraint usage_day_pkey,
        add primary key (workspace_id, day, workflow_id, key_id, model, account_id);
      create index usage_day_account on usage_day (account_id, day);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
