/**
 * Why a table does not grow for ever.
 * - *month*: lies in months; a month is dropped, or replaced by what stays, when the time of its runs is past.
 * - *with-run*: its rows are removed with the run that they name.
 * - *fleeting*: its rows go by themselves within a day or so.
 * - *with-owner*: has as many rows as there are things that somebody made and has not deleted, and is removed with them.
 * - *settings*: a few rows for each thing that somebody set up, kept as the record of that.
 * - *record*: kept for ever on purpose.
 */
type PolicyKind = 'month' | 'with-run' | 'fleeting' | 'with-owner' | 'settings' | 'record';

interface TablePolicy {
  readonly kind: PolicyKind;
  readonly reason: string;
}

const of =
  (kind: PolicyKind) =>
  (reason: string): TablePolicy => ({ kind, reason });
const [month, withRun, fleeting, withOwner, settings, record] = [
  of('month'),
  of('with-run'),
  of('fleeting'),
  of('with-owner'),
  of('settings'),
  of('record'),
];

/** Every table, and what becomes of its rows. A table that is not in here fails the suite. */
export const tablePolicies: Readonly<Record<string, TablePolicy>> = {
  run_event: month('the streams of runs, by the month in their ids'),
  blob: month('large parts of events; those that no event refers to any more are left behind'),
  execution_log: month('one row for each run'),
  usage_entry: month('one charge for each run; what they add up to stays'),

  job: withRun('and before that as soon as SLUICE_JOB_RETENTION has passed'),
  paused_execution: withRun('only of runs that have asked somebody'),
  caller_execution: withRun('only of runs whose callers chose their ids; months could not keep their names unique'),
  dead_letter: withRun('an event that is gone cannot be tried again'),

  idempotency: fleeting('24 hours, then the key may be used again'),
  work_item: fleeting('gone with the work'),
  timer: fleeting('becomes work when its time has come'),
  run_duration: withOwner('one for each workflow that has run in the last 90 days'),
  rate_bucket: fleeting('a bucket that is full again is dropped'),
  projection_rebuild: fleeting('gone when the rebuild is done'),
  object_hold: fleeting('for the time of an upload'),

  stored_object: withOwner('bytes that nothing names are collected'),
  workspace_file: withOwner('deleted with the file'),
  environment_variable: withOwner('deleted with the variable'),
  workflow_draft: withOwner('one for each workflow'),
  data_table: withOwner('archived by whoever made it'),
  table_size: withOwner('one for each table'),
  table_row: withOwner('data that somebody keeps; the plan bounds it'),
  table_key: withOwner('values of rows that are unique or sorted by'),
  table_row_change: withOwner('what happened to the rows of a table; it goes before that when its time is past'),
  table_effect: fleeting('changes of tables that runs have made, so that none is made twice'),
  knowledge_base: withOwner('deleted by whoever made it'),
  knowledge_document: withOwner('deleted with the document'),
  knowledge_chunk: withOwner('deleted with the document'),
  knowledge_word: withOwner('the words of a knowledge base, each once; deleted with it'),
  knowledge_upload: withOwner('documents that runs have uploaded, so that none is uploaded twice'),
  api_key_secret: withOwner('values of keys; those that have ended go 30 days later'),
  api_key_use: withOwner('one for each key'),

  organization: settings('one for each organization'),
  organization_member: settings('one for each membership'),
  user_account: settings('one for each user'),
  workspace: settings('one for each workspace'),
  workspace_terms: settings('one for each workspace, also a deleted one, whose runs are kept for their time'),
  workspace_member: settings('one for each membership'),
  api_key: settings('revoked keys stay, so that what they did can be told'),
  workflow: settings('deleted ones stay, so that their logs can be read'),
  workflow_version: settings('what has run has to be shown'),
  folder: settings('one for each folder'),
  folder_tree: settings('one for each change of the folders of a workspace'),
  ended_environment: settings('one for each deleted workspace'),
  ended_file_workspace: settings('one for each deleted workspace'),
  ended_knowledge_document: settings('one for each deleted document'),

  export_consumer: settings('one for each receiver of an export; the batch on its way is in it'),

  ledger_event: record('what was decided about workspaces, keys, members and workflows'),
  execution_hold: record('until somebody releases the run'),
  usage_period: record('what accounts have used, one row a month'),
  usage_day: record('what workspaces have used, a few rows a day'),
  audit_entry: record('the audit log, whose chain has no gaps'),
  audit_chain: record('one for each organization'),
  audit_root: record('one for each hour in which something happened'),
  audit_subject: record('what things were called, and how they were set'),
  audit_affiliation: record('who belonged to whom'),
  audit_signing_key: record('one for each rotation'),
  audit_place: record('one row'),
  projection_checkpoint: record('one for each projection'),
  append_generation: record('one row'),
  retention_month: record('one for each month'),
  migration: record('one for each migration'),
};
