import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Work that waits until its account has fewer runs in progress than its plan admits. */
export class RoomForRuns1763601410000 implements MigrationInterface {
  name = 'RoomForRuns1763601410000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table work_item add account_id uuid, add workflow_id uuid, add waits_for_room boolean not null default false;
      alter table timer add account_id uuid, add workflow_id uuid;
      drop index work_item_queue;
      create index work_item_queue on work_item (priority desc, turn, id) where owner is null and not waits_for_room;
      create index work_item_waiting on work_item (account_id, workflow_id, priority desc, turn, id) where owner is null and waits_for_room;
    `);
    await runner.query(`
      create function claim_work_with_room(p_owner int, p_most int, p_accounts uuid[], p_of_account int[], p_of_workflow int[], p_lease interval)
      returns setof work_item language plpgsql as $$
      begin
        -- A statement of its own: the next one has to see what the former holder of the lock has claimed.
        perform pg_advisory_xact_lock(hashtext('claim_work_with_room'));
        return query
          with recursive room as (
            select * from unnest(p_accounts, p_of_account, p_of_workflow) as r (account_id, of_account, of_workflow)),
          pair as (
            (select w.account_id, w.workflow_id from work_item w where w.owner is null and w.waits_for_room
             order by w.account_id, w.workflow_id limit 1)
            union all
            select n.account_id, n.workflow_id from pair p cross join lateral (
              select w.account_id, w.workflow_id from work_item w
              where w.owner is null and w.waits_for_room and (w.account_id, w.workflow_id) > (p.account_id, p.workflow_id)
              order by w.account_id, w.workflow_id limit 1) n),
          held_by_account as (select w.account_id, count(*) as n from work_item w where w.owner is not null group by 1),
          held_by_workflow as (select w.workflow_id, count(*) as n from work_item w where w.owner is not null group by 1),
          candidate as (
            select c.*, r.of_account - coalesce(a.n, 0) as left_of_account, r.of_workflow - coalesce(f.n, 0) as left_of_workflow,
              row_number() over (partition by p.account_id order by c.priority desc, c.turn, c.id) as place_of_account,
              row_number() over (partition by p.workflow_id order by c.priority desc, c.turn, c.id) as place_of_workflow
            from pair p join room r using (account_id)
            left join held_by_account a using (account_id)
            left join held_by_workflow f on f.workflow_id = p.workflow_id
            cross join lateral (
              select w.id, w.priority, w.turn from work_item w
              where w.owner is null and w.waits_for_room and w.account_id = p.account_id and w.workflow_id = p.workflow_id and w.due_at <= now()
              order by w.priority desc, w.turn, w.id limit greatest(0, least(p_most, r.of_workflow - coalesce(f.n, 0)))) c),
          free as (
            select w.id, w.priority, w.turn from work_item w where w.owner is null and not w.waits_for_room and w.due_at <= now()
            order by w.priority desc, w.turn, w.id limit p_most),
          chosen as (
            select u.id from (
              select c.id, c.priority, c.turn from candidate c
              where c.place_of_account <= coalesce(c.left_of_account, p_most) and c.place_of_workflow <= coalesce(c.left_of_workflow, p_most)
              union all select f.id, f.priority, f.turn from free f) u
            order by u.priority desc, u.turn, u.id limit p_most),
          next as (select w.id from work_item w join chosen using (id) where w.owner is null for update of w skip locked)
          update work_item w set owner = p_owner, fence = w.fence + 1, attempts = w.attempts + 1, lease_until = now() + p_lease
          from next where w.id = next.id returning w.*;
      end $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
