import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests to replay deliveries by a filter, with their progress. */
export class DeliveryReplays1763602446000 implements MigrationInterface {
  name = 'DeliveryReplays1763602446000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table delivery_replay (
      id uuid primary key,
      workspace_id uuid not null,
      status text not null,
      filter jsonb not null,
      uses_draft boolean not null,
      found integer not null,
      up_to uuid,
      replayed integer not null,
      refused integer not null,
      refusals jsonb not null,
      waits_for text,
      requested_at timestamptz not null,
      ended_at timestamptz,
      position integer not null
    )`);
    await runner.query(`create unique index delivery_replay_running on delivery_replay (workspace_id) where status = 'running'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
