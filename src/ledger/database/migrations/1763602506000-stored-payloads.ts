import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Large parts of payloads that are objects. The pair of location and owner makes an append fail whose reservation a sweep has given up. */
export class StoredPayloads1763602506000 implements MigrationInterface {
  name = 'StoredPayloads1763602506000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stored_object add constraint stored_object_owner unique (location, owner)');
    await runner.query(`create table stored_payload (
      stream_id uuid not null,
      hash text not null,
      location uuid not null,
      owner integer not null,
      bytes bigint not null,
      primary key (stream_id, hash),
      constraint stored_payload_object foreign key (location, owner) references stored_object (location, owner)
    )`);
    await runner.query('create index stored_payload_location on stored_payload (location)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
