import { isId } from '#kernel/ids.js';
import { knownTriggers, type LogFilter, type RowFilter } from './log-filter.js';

/** Workflows that a filter means without giving their ids. */
export interface MeantWorkflows {
  /** Those in its folders; undefined when it names none. */
  readonly inFolders: readonly string[] | undefined;
  /** Those whose names hold what is searched for. */
  readonly found: readonly string[];
}

/**
 * What a filter can mean in terms of rows: a row matches that matches one of the readings. None of them overlaps another by much, so each
 * is looked for by itself, through the index that suits it. Readings that nothing can match are left out.
 */
export function filterReadings(filter: LogFilter, { inFolders, found }: MeantWorkflows): readonly RowFilter[] {
  const { folderIds: _, executionId, search, ...rest } = filter;
  const workflowIds = both(rest.workflowIds && distinct(rest.workflowIds), inFolders);
  const triggers = rest.triggers && knownTriggers.filter((trigger) => rest.triggers?.includes(trigger));
  return [{ ...rest, workflowIds, triggers }]
    .flatMap((reading) => (executionId === undefined ? [reading] : namedBy(executionId, reading)))
    .flatMap((reading) => (search === undefined ? [reading] : telling(search, reading, found)))
    .filter((reading) => reading.workflowIds?.length !== 0 && reading.triggers?.length !== 0);
}

/** A workflow that is named twice is looked for once: its runs would take the room of others on the page. */
function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
}

function namedBy(executionId: string, reading: RowFilter): readonly RowFilter[] {
  const chosen = { ...reading, callerExecutionId: executionId };
  return isId(executionId) ? [{ ...reading, id: executionId }, chosen] : [chosen];
}

/** Only errors tell why a run failed. */
function telling(text: string, reading: RowFilter, found: readonly string[]): readonly RowFilter[] {
  const named = { ...reading, workflowIds: both(reading.workflowIds, found) };
  return reading.level === 'info' ? [named] : [{ ...reading, level: 'error', errorText: text }, named];
}

function both(ids: readonly string[] | undefined, others: readonly string[] | undefined): readonly string[] | undefined {
  return ids === undefined || others === undefined ? (ids ?? others) : ids.filter((id) => others.includes(id));
}
