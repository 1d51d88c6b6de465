import { isId } from '#kernel/ids.js';
import { storedKinds, triggerSources } from '#modules/triggers/index.js';
import { knownTriggers, type LogFilter, type RowFilter } from './log-filter.js';

/** Workflows that a filter selects without their ids. */
export interface MeantWorkflows {
  /** The workflows in its folders; undefined without folders. */
  readonly inFolders: readonly string[] | undefined;
  /** The workflows whose names contain the searched text. */
  readonly found: readonly string[];
}

/**
 * What a filter can mean in terms of rows: a row matches that matches one of the readings. None of them overlaps another by much, so each
 * is looked for by itself, through the index that suits it. Readings that nothing can match are left out.
 */
export function filterReadings(filter: LogFilter, { inFolders, found }: MeantWorkflows): readonly RowFilter[] {
  const { folderIds: _, executionId, search, ...rest } = filter;
  const workflowIds = both(rest.workflowIds && distinct(rest.workflowIds), inFolders);
  return started({ ...rest, workflowIds })
    .flatMap(endedWith)
    .flatMap((reading) => (executionId === undefined ? [reading] : namedBy(executionId, reading)))
    .flatMap((reading) => (search === undefined ? [reading] : telling(search, reading, found)))
    .filter((reading) => reading.workflowIds?.length !== 0 && reading.triggers?.length !== 0);
}

/** A workflow that occurs twice is searched once; otherwise its runs would displace others on the page. */
function distinct(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
}

/** A trigger, or a source: the runs of sources have one trigger, so that its index leads to them. No run has another name. */
function started({ triggers: names, ...reading }: RowFilter): readonly RowFilter[] {
  if (names === undefined) return [reading];
  const triggers = knownTriggers.filter((trigger) => names.includes(trigger));
  const sources = [...new Set(names)].filter((name) => !knownTriggers.includes(name) && (name === 'mcp' || triggerSources.has(name)));
  const finer = Map.groupBy(sources, (name): string => (name === 'mcp' ? 'api' : 'webhook'));
  return [
    { ...reading, triggers },
    ...[...finer].flatMap(([trigger, named]) =>
      triggers.includes(trigger) ? [] : [{ ...reading, triggers: [trigger], sources: [...new Set(named.flatMap(storedKinds))] }],
    ),
  ];
}

/** The runs that failed are those of level `error`. Runs of the other statuses have level `info`, which narrows completed runs only. */
function endedWith({ statuses, ...reading }: RowFilter): readonly RowFilter[] {
  if (statuses === undefined) return [reading];
  const others = [...new Set(statuses)].filter((status) => status !== 'failed');
  const level = others.includes('completed') ? ('info' as const) : undefined;
  return [
    ...(statuses.includes('failed') && reading.level !== 'info' ? [{ ...reading, level: 'error' as const }] : []),
    ...(others.length > 0 && reading.level !== 'error' ? [{ ...reading, statuses: others, level }] : []),
  ];
}

function namedBy(executionId: string, reading: RowFilter): readonly RowFilter[] {
  const chosen = { ...reading, callerExecutionId: executionId };
  return isId(executionId) ? [{ ...reading, id: executionId }, chosen] : [chosen];
}

/** Only failed runs have an error text. */
function telling(text: string, reading: RowFilter, found: readonly string[]): readonly RowFilter[] {
  const named = { ...reading, workflowIds: both(reading.workflowIds, found) };
  return reading.level === 'info' || reading.statuses !== undefined ? [named] : [{ ...reading, level: 'error', errorText: text }, named];
}

function both(ids: readonly string[] | undefined, others: readonly string[] | undefined): readonly string[] | undefined {
  return ids === undefined || others === undefined ? (ids ?? others) : ids.filter((id) => others.includes(id));
}
