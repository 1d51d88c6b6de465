-- The schema of release 0.1.0. A later change is a migration of its own; this file is never edited.
-- The server adds the partitions of months at run time.

-- Trigrams find misspelt words and parts of error texts; btree_gin lets a GIN index hold the workspace beside them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;


-- == ledger: events ==

-- The transaction of a new event, and the first transaction that may still be open. The restore of a backup replaces both functions
-- when this cluster has counted fewer transactions than the former one, see ADR 0048. PostgreSQL inlines them.
create function event_tx() returns xid8 language sql stable as 'select pg_current_xact_id()';
create function event_horizon() returns xid8 language sql stable as 'select pg_snapshot_xmin(pg_current_snapshot())';

create sequence event_pos as bigint;

-- Events of runs, by the month in which the run was created. The month is part of the id of the stream.
create table run_event (
  pos bigint not null default nextval('event_pos'),
  tx xid8 not null default event_tx(),
  stream_id uuid not null,
  version int not null,
  type text not null,
  schema_version smallint not null,
  workspace_id uuid,
  data json not null,
  meta json,
  claims json,
  at timestamptz not null,
  primary key (stream_id, version)
) partition by range (stream_id);
create index run_event_order on run_event (tx, pos);
create table run_event_default partition of run_event default;

-- All other events. They are kept forever.
create table ledger_event (like run_event including defaults);
alter table ledger_event add primary key (stream_id, version);
create index ledger_event_order on ledger_event (tx, pos);

-- Large parts of events, by month and by the hash of their content.
create table blob (
  month date not null,
  workspace_id uuid not null,
  hash text not null,
  bytes bigint not null,
  data json not null,
  primary key (month, workspace_id, hash)
) partition by range (month);
create table blob_ledger partition of blob for values from (minvalue) to ('2020-01-01');
create table blob_default partition of blob default;

-- Rises whenever an inline projection changes; each append names the generation that it writes for.
create table append_generation (
  id int primary key check (id = 1),
  generation int not null
);
insert into append_generation (id, generation) values (1, 0);


-- == ledger: projections ==

-- The position of each subscription.
create table projection_checkpoint (
  name text not null,
  version int not null,
  tx xid8 not null default '0',
  pos bigint not null default 0,
  events bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (name, version)
);

-- The progress of rebuilds.
create table projection_rebuild (
  name text primary key,
  version int not null,
  tx xid8 not null,
  pos bigint not null,
  events bigint not null,
  total bigint not null,
  started_at timestamptz not null,
  updated_at timestamptz not null
);

-- Events that a projection failed to apply.
create table dead_letter (
  projection text not null,
  projection_version int not null,
  tx text not null,
  pos bigint not null,
  stream_id uuid not null,
  version int not null,
  type text not null,
  error text not null,
  at timestamptz not null default now(),
  primary key (projection, projection_version, pos)
);


-- == ledger: work ==

-- The queue. An item with an owner is leased.
create table work_item (
  id uuid primary key,
  kind text not null,
  workspace_id uuid not null,
  stream_id uuid not null,
  priority int not null,
  turn bigint not null,
  due_at timestamptz not null,
  owner int,
  fence bigint not null,
  lease_until timestamptz,
  attempts int not null,
  account_id uuid,
  workflow_id uuid,
  waits_for_room boolean not null default false
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index work_item_queue on work_item (priority desc, turn, id) where owner is null and not waits_for_room;
create index work_item_waiting on work_item (account_id, workflow_id, priority desc, turn, id) where owner is null and waits_for_room;
create index work_item_leased on work_item (owner) where owner is not null;

-- Work that is due later. It is kept apart from the queue, so that a claim does not read it.
create table timer (
  id uuid primary key,
  kind text not null,
  workspace_id uuid not null,
  stream_id uuid not null,
  priority int not null,
  fence bigint not null,
  due_at timestamptz not null,
  account_id uuid,
  workflow_id uuid
);
create index timer_due on timer (due_at, id);

-- Claims work in the order of the queue, within the limits of active runs of each account and workflow.
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


-- == ledger: objects ==

-- Where stored bytes are. The key is the SHA-256 of the bytes; null while they are written and when they are to be removed.
create table stored_object (
  location uuid primary key,
  key text collate "C",
  bytes bigint,
  -- The process that writes the bytes.
  owner integer,
  touched_at timestamptz not null,
  constraint stored_object_key unique (key)
);
create index stored_object_unsettled on stored_object (location) where key is null;

-- What refers to stored bytes. Storage is charged by these rows.
create table object_hold (
  id uuid primary key,
  object_key text collate "C" not null,
  workspace_id uuid not null,
  account_id uuid not null,
  bytes bigint not null
);
create index object_hold_key on object_hold (object_key);
create index object_hold_account on object_hold (account_id) include (bytes);
create index object_hold_workspace on object_hold (workspace_id);


-- == edge ==

-- Token buckets that all processes share. They start full after a crash of the database, so the table is not logged.
create unlogged table rate_bucket (
  key text primary key,
  rate bigint not null,
  tokens bigint not null,
  granted bigint not null,
  refilled_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);


-- == identity ==

create table organization (
  id uuid primary key,
  name text not null,
  plan text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint organization_name unique (name)
);

create table organization_member (
  organization_id uuid not null,
  user_id uuid not null,
  role text not null,
  joined_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index organization_member_user on organization_member (user_id, joined_at);

create table user_account (
  id uuid primary key,
  email text not null,
  name text not null,
  is_operator boolean not null,
  suspended boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_account_email unique (email)
);

create table workspace (
  id uuid primary key,
  name text not null,
  organization_id uuid,
  owner_id uuid not null,
  allow_personal_api_keys boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  retention_days int
);
create index workspace_organization on workspace (organization_id);

create table workspace_member (
  workspace_id uuid not null,
  user_id uuid not null,
  permission text not null,
  primary key (workspace_id, user_id)
);
create index workspace_member_user on workspace_member (user_id);

-- Owner and retention of a workspace. These rows remain after the workspace is deleted.
create table workspace_terms (
  workspace_id uuid primary key,
  organization_id uuid,
  owner_id uuid not null,
  retention_days integer,
  deleted_at timestamptz
);
create index workspace_terms_deleted on workspace_terms (deleted_at) where deleted_at is not null;

create table api_key (
  id uuid primary key,
  kind text not null,
  name text not null,
  user_id uuid not null,
  workspace_id uuid,
  display_key text not null,
  scope text,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  areas text[] not null default '{}',
  allowed_ips text[] not null default '{}'
);
create unique index api_key_name on api_key (coalesce(workspace_id, user_id), name) where revoked_at is null;

-- The values of keys, encrypted. A key has two values while it is rotated.
create table api_key_secret (
  key_id uuid not null,
  digest text not null,
  ciphertext text not null,
  has_checksum boolean not null,
  retires_at timestamptz,
  id uuid not null default gen_random_uuid(),
  primary key (id),
  constraint api_key_secret_digest unique (digest)
);
create index api_key_secret_key on api_key_secret (key_id);

-- When each key was used last.
create table api_key_use (
  key_id uuid primary key,
  last_used_at timestamptz not null
);


-- == workflows ==

create table workflow (
  id uuid primary key,
  position integer not null,
  workspace_id uuid not null,
  name text not null,
  description text,
  folder_id uuid,
  draft_revision integer not null,
  latest_version integer not null,
  active_version integer,
  deployed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted boolean not null
);
create index workflow_list on workflow (workspace_id, created_at, id) where not deleted;
create index workflow_folder on workflow (folder_id) where folder_id is not null;
create index workflow_workspace on workflow (workspace_id);

create table workflow_draft (
  workflow_id uuid primary key,
  document json not null
);

-- Deployed versions.
create table workflow_version (
  workflow_id uuid not null,
  version integer not null,
  document json not null,
  name text,
  description text,
  deployed_by uuid not null,
  deployed_at timestamptz not null,
  primary key (workflow_id, version)
);

create table folder (
  id uuid primary key,
  position integer not null,
  workspace_id uuid not null,
  name text not null,
  parent_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index folder_list on folder (workspace_id, created_at, id);
create index folder_parent on folder (parent_id) where parent_id is not null;

-- One row for each change of the folders of a workspace: of two concurrent changes, the second conflicts.
create table folder_tree (
  workspace_id uuid not null,
  revision integer not null,
  constraint folder_tree_revision primary key (workspace_id, revision)
);


-- == environment ==

-- Secrets of workspaces, encrypted.
create table environment_variable (
  workspace_id uuid not null,
  name text collate "C" not null,
  ciphertext text not null,
  updated_at timestamptz not null,
  primary key (workspace_id, name)
);

-- Deleted workspaces. Their secrets can no longer be used.
create table ended_environment (
  workspace_id uuid primary key
);


-- == runs ==

create table job (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null,
  subject_id uuid not null,
  execution_id uuid not null,
  status text not null,
  queued_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz
) with (fillfactor = 80);
create index job_execution on job (execution_id);
create index job_finished on job (completed_at) where completed_at is not null;

-- Execution ids that callers choose.
create table caller_execution (
  workspace_id uuid not null,
  name text not null,
  execution_id uuid not null,
  constraint caller_execution_key primary key (workspace_id, name)
);
create index caller_execution_run on caller_execution (execution_id);

-- Idempotency keys.
create table idempotency (
  claim text not null constraint idempotency_key primary key,
  fingerprint text not null,
  execution_id uuid not null,
  job_id uuid,
  created_at timestamptz not null
);
create index idempotency_age on idempotency (created_at);

-- The durations of the latest runs of each workflow, from which the duration of the next one is estimated.
create table run_duration (
  workflow_id uuid primary key,
  recent_ms double precision[] not null,
  updated_at timestamptz not null
);


-- == pauses ==

create table paused_execution (
  id uuid primary key,
  execution_id uuid not null,
  workflow_id uuid not null,
  workspace_id uuid not null,
  status text not null,
  pause_count int not null,
  resumed_count int not null,
  paused_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz
);
create index paused_execution_of_workflow on paused_execution (workflow_id, status, paused_at desc, id desc);


-- == logs ==

-- One row for each run, by month. Each index serves one filter, see ADR 0062.
create table execution_log (
  id uuid primary key,
  workspace_id uuid not null,
  workflow_id uuid not null,
  user_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  duration_ms bigint,
  deployment_version int not null,
  level text not null,
  trigger text not null,
  status text not null,
  cost numeric not null,
  models text[] not null,
  caller_execution_id text,
  error text
) partition by range (id);
create table execution_log_default partition of execution_log default;
create index execution_log_page on execution_log (workspace_id, started_at, id);
create index execution_log_workflow on execution_log (workspace_id, workflow_id, started_at, id);
create index execution_log_outcome on execution_log (workspace_id, level, trigger, started_at, id);
create index execution_log_errors on execution_log (workspace_id, started_at, id) where level = 'error';
create index execution_log_models on execution_log (workspace_id, models, started_at, id) where models <> '{}';
create index execution_log_duration on execution_log (workspace_id, duration_ms, cost, level);
create index execution_log_cost on execution_log (workspace_id, cost, duration_ms, level);
create index execution_log_caller on execution_log (caller_execution_id, workspace_id, started_at, id) where caller_execution_id is not null;
create index execution_log_error on execution_log using gin (workspace_id, error gin_trgm_ops)
  with (gin_pending_list_limit = 512) where error is not null;


-- == usage ==

-- The cost of each run, by month.
create table usage_entry (
  execution_id uuid primary key,
  account_id uuid not null,
  workspace_id uuid not null,
  workflow_id uuid not null,
  cost_usd double precision not null,
  at timestamptz not null,
  key_id uuid,
  model text,
  tokens bigint not null default 0
) partition by range (execution_id);
create index usage_entry_workspace on usage_entry (workspace_id, at);
create table usage_entry_default partition of usage_entry default;

-- Totals of days. They are kept when the runs are deleted.
create table usage_day (
  workspace_id uuid not null,
  day date not null,
  workflow_id uuid not null,
  key_id text not null,
  model text not null,
  executions bigint not null,
  cost_nano_usd bigint not null,
  tokens bigint not null default 0,
  account_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (workspace_id, day, workflow_id, key_id, model, account_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index usage_day_account on usage_day (account_id, day);

-- Totals of months, which cost limits are checked against.
create table usage_period (
  account_id uuid not null,
  month date not null,
  cost_nano_usd bigint not null,
  primary key (account_id, month)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);


-- == retention ==

-- Runs that are kept beyond their retention.
create table execution_hold (
  execution_id uuid primary key,
  workspace_id uuid not null,
  reason text not null,
  held_by uuid,
  held_at timestamptz not null
);
create index execution_hold_workspace on execution_hold (workspace_id, held_at, execution_id);

-- Which runs of which months are deleted.
create table retention_month (
  month date primary key,
  workspaces uuid[] not null,
  leftovers uuid[] not null,
  swept_at timestamptz not null,
  affects_until date not null
);


-- == audit ==

-- Entries and roots are only inserted. Indexes of pages end in (created_at, seq), the order of the pages. Most entries are runs, so indexes
-- that find other actions leave runs out.
create table audit_entry (
  chain uuid not null,
  seq bigint not null,
  id uuid not null,
  created_at timestamptz not null,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  resource_name text,
  workspace_id uuid,
  actor_id uuid,
  actor_name text,
  actor_email text,
  key_id uuid,
  request_id text,
  ip text,
  user_agent text,
  metadata json not null,
  hash text not null,
  -- One order for the entries of all chains, for exports.
  place bigint generated by default as identity,
  primary key (chain, seq)
);
create unique index audit_entry_id on audit_entry (id);
create unique index audit_entry_place on audit_entry (place);
create index audit_entry_page on audit_entry (workspace_id, created_at desc, seq desc);
create index audit_entry_resource_page on audit_entry (workspace_id, resource_id, created_at desc, seq desc);
create index audit_entry_actor_page on audit_entry (workspace_id, actor_id, created_at desc, seq desc);
create index audit_entry_change_page on audit_entry (workspace_id, action, created_at desc, seq desc) where action <> 'workflow.execute';
create index audit_entry_type_page on audit_entry (workspace_id, resource_type, created_at desc, seq desc) where action <> 'workflow.execute';
create index audit_entry_organization_page on audit_entry (chain, created_at desc, seq desc) where workspace_id is null;

-- The state of each chain.
create table audit_chain (
  id uuid primary key,
  seq bigint not null,
  hash text not null,
  roots int not null,
  root_hash text,
  open_count int not null,
  open_peaks text[] not null,
  open_since timestamptz
) with (fillfactor = 70);
create index audit_chain_open on audit_chain (open_since) where open_since is not null;

-- Signed roots over spans of entries.
create table audit_root (
  chain uuid not null,
  number int not null,
  first bigint not null,
  last bigint not null,
  root text not null,
  head text not null,
  previous text,
  closed_at timestamptz not null,
  key_id text not null,
  signature text not null,
  primary key (chain, number)
);

-- Names and settings of the resources that entries describe.
create table audit_subject (
  key text primary key,
  organization_id uuid,
  name text,
  settings json not null
);

-- Which organizations each user belongs to or has left.
create table audit_affiliation (
  organization_id uuid not null,
  user_id uuid not null,
  departed boolean not null,
  primary key (organization_id, user_id)
);

-- The position of the recorder in the events.
create table audit_place (
  id int primary key,
  tx text not null,
  pos bigint not null
);
insert into audit_place (id, tx, pos) values (1, '0', 0);

-- Signing keys. A replaced key keeps its public half, and a voucher for its successor.
create table audit_signing_key (
  id int primary key,
  public_key text not null,
  sealed_key text,
  voucher text
);


-- == tables ==

create table data_table (
  id uuid primary key,
  position integer not null,
  workspace_id uuid not null,
  name text not null,
  description text,
  columns json not null,
  archived boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index data_table_name on data_table (workspace_id, name) where not archived;
create index data_table_list on data_table (workspace_id, created_at, id) where not archived;

create table table_size (
  table_id uuid primary key,
  row_count bigint not null,
  next_position bigint not null
) with (fillfactor = 50);

create table table_row (
  table_id uuid not null,
  id uuid not null,
  position bigint not null,
  data jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by uuid,
  created_in text,
  constraint table_row_id primary key (table_id, id)
) with (fillfactor = 90);
create unique index table_row_position on table_row (table_id, position);

-- The values of unique and indexed columns. The index holds the row id, so that a scan does not read the table.
create table table_key (
  table_id uuid not null,
  column_id text not null,
  key text collate "C" not null,
  tie bigint not null,
  row_id uuid not null,
  constraint table_key_value primary key (table_id, column_id, key, tie) include (row_id)
);

-- The history of rows.
create table table_row_change (
  table_id uuid not null,
  row_id uuid not null,
  seq bigint generated always as identity,
  id uuid not null,
  operation text not null,
  at timestamptz not null,
  actor_id uuid,
  execution_id text,
  before jsonb,
  after jsonb,
  position bigint,
  created_at timestamptz,
  created_by uuid,
  created_in text,
  constraint table_row_change_order primary key (table_id, row_id, seq)
);
create index table_row_change_time on table_row_change (table_id, at);

-- Writes of blocks, by effect key: a repeated write has no second effect.
create table table_effect (
  key text primary key,
  table_id uuid not null,
  at timestamptz not null,
  result json
);
create index table_effect_time on table_effect (at);


-- == files ==

create table workspace_file (
  id uuid primary key,
  workspace_id uuid not null,
  name text collate "C" not null,
  size bigint not null,
  media_type text not null,
  object_key text not null,
  uploaded_by uuid,
  uploaded_at timestamptz not null,
  constraint workspace_file_name unique (workspace_id, name)
);
create index workspace_file_newest on workspace_file (workspace_id, uploaded_at desc, id desc);

-- Deleted workspaces. They take no more files.
create table ended_file_workspace (
  workspace_id uuid primary key
);


-- == knowledge ==

create table knowledge_base (
  id uuid primary key,
  workspace_id uuid not null,
  name text not null,
  description text not null,
  chunking_config json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint knowledge_base_name unique (workspace_id, name)
);

create table knowledge_document (
  id uuid primary key,
  position int not null,
  knowledge_base_id uuid not null,
  filename text not null,
  mime_type text not null,
  file_size int not null,
  enabled boolean not null,
  tags json not null,
  status text not null,
  error text,
  run int not null,
  searchable_run int not null,
  embedding_model text,
  chunk_count int not null,
  token_count int not null,
  character_count int not null,
  uploaded_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  constraint knowledge_document_filename unique (knowledge_base_id, filename)
);
create index knowledge_document_newest on knowledge_document (knowledge_base_id, created_at desc, filename, id);

-- Deleted documents. They take no more chunks.
create table ended_knowledge_document (document_id uuid primary key);

-- What searches read. Vectors are not compressed: they do not shrink, and a search reads all of them.
create table knowledge_chunk (
  document_id uuid not null,
  run int not null,
  chunk_index int not null,
  knowledge_base_id uuid not null,
  content text not null,
  token_count int not null,
  words tsvector generated always as (to_tsvector('english', content)) stored,
  embedding_model text,
  embedding real[] storage external,
  primary key (document_id, run, chunk_index)
);
create index knowledge_chunk_base on knowledge_chunk (knowledge_base_id);
create index knowledge_chunk_words on knowledge_chunk using gin (words);
create index knowledge_chunk_letters on knowledge_chunk using gin (content gin_trgm_ops);

-- Uploads of blocks, by effect key: a repeated upload has no second effect.
create table knowledge_upload (effect_key text primary key, document_id uuid not null);

-- The words of each knowledge base. Misspelt words are compared with these and not with whole texts.
create table knowledge_word (
  knowledge_base_id uuid not null,
  word text not null,
  primary key (knowledge_base_id, word)
);
create index knowledge_word_letters on knowledge_word using gin (word gin_trgm_ops);

-- A word of six letters with two letters swapped shares a quarter of its trigrams with the right word: the usual threshold of 0.3 is above that.
create function knowledge_words_like(bases uuid[], given text) returns setof text
  language sql stable set pg_trgm.similarity_threshold = '0.2' as $$
  select word from knowledge_word where word % given and knowledge_base_id = any (bases)
  group by word order by similarity(word, given) desc, word limit 50
$$;


-- == exports ==

-- The position of each consumer in each feed, and the batch that it has not confirmed.
create table export_consumer (
  name text not null,
  feed text not null,
  place text,
  number bigint not null,
  hash text,
  batch text,
  batch_place bigint,
  primary key (name, feed)
);
