import { describe, expect, it } from '@jest/globals';
import { filterReadings } from './filter-readings.js';

const workspaceId = '0199a1b2-0000-7000-8000-000000000001';
const one = '0199a1b2-0000-7000-8000-00000000000a';
const other = '0199a1b2-0000-7000-8000-000000000003';
const none = { inFolders: undefined, found: [] };

/** Without the members that narrow nothing. */
const readings = (...given: Parameters<typeof filterReadings>): unknown => JSON.parse(JSON.stringify(filterReadings(...given)));

describe('a filter', () => {
  it('on columns of rows is its own reading', () => {
    expect(readings({ workspaceId, level: 'info', minCost: 2 }, none)).toEqual([{ workspaceId, level: 'info', minCost: 2 }]);
  });

  it('by triggers names each that a run can have once', () => {
    const triggers = ['webhook', 'carrier-pigeon', 'api', 'api'];
    expect(readings({ workspaceId, triggers }, none)).toEqual([{ workspaceId, triggers: ['api', 'webhook'] }]);
  });

  it.each([
    ['webhook', 'github'],
    ['webhook', 'table'],
    ['api', 'mcp'],
  ])('by a kind or provider searches the runs of its trigger, %s', (trigger, name) => {
    expect(readings({ workspaceId, triggers: [name, name] }, none)).toEqual([{ workspaceId, triggers: [trigger], sources: [name] }]);
    expect(readings({ workspaceId, triggers: [name, trigger] }, none)).toEqual([{ workspaceId, triggers: [trigger] }]);
  });

  it.each([
    ['polling', ['polling', 'rss', 'imap']],
    ['event', ['event', 'sim_workspace_event']],
    ['rss', ['rss']],
  ])('by the kind or provider %s finds it under all names by which runs store it', (name, sources) => {
    expect(readings({ workspaceId, triggers: [name] }, none)).toEqual([{ workspaceId, triggers: ['webhook'], sources }]);
  });

  it('by statuses means failed runs by their level and the others by their status', () => {
    expect(readings({ workspaceId, statuses: ['failed', 'running', 'running'] }, none)).toEqual([
      { workspaceId, level: 'error' },
      { workspaceId, statuses: ['running'] },
    ]);
    expect(readings({ workspaceId, statuses: ['completed', 'paused'] }, none)).toEqual([
      { workspaceId, statuses: ['completed', 'paused'], level: 'info' },
    ]);
  });

  it.each([
    ['failed', 'info'],
    ['running', 'error'],
  ] as const)('by the status %s and the level %s means nothing', (status, level) => {
    expect(readings({ workspaceId, statuses: [status], level }, none)).toEqual([]);
  });

  it('by workflows names each once, however often and in whatever letters it was named', () => {
    const workflowIds = [one, other, one, one.toUpperCase()];
    expect(readings({ workspaceId, workflowIds }, none)).toEqual([{ workspaceId, workflowIds: [one, other] }]);
  });

  it('by folders is one by the workflows in them', () => {
    expect(readings({ workspaceId, folderIds: ['f'] }, { inFolders: [one], found: [] })).toEqual([{ workspaceId, workflowIds: [one] }]);
  });

  it('by folders and workflows keeps the workflows in the folders', () => {
    const filter = { workspaceId, folderIds: ['f'], workflowIds: [one] };
    expect(readings(filter, { inFolders: [one, other], found: [] })).toEqual([{ workspaceId, workflowIds: [one] }]);
  });

  it.each([
    ['the folders are empty', { workspaceId, folderIds: ['f'] }, { inFolders: [], found: [] }],
    ['no workflow is in the folders', { workspaceId, folderIds: ['f'], workflowIds: [one] }, { inFolders: [other], found: [] }],
    ['no id can be one', { workspaceId, workflowIds: ['nonsense', '17'] }, none],
  ])('means nothing when %s', (_, filter, meant) => {
    expect(readings(filter, meant)).toEqual([]);
  });

  it('by an execution id means the id that a caller chose, or ours', () => {
    expect(readings({ workspaceId, executionId: 'order-17' }, none)).toEqual([{ workspaceId, callerExecutionId: 'order-17' }]);
    expect(readings({ workspaceId, executionId: one }, none)).toEqual([
      { workspaceId, id: one },
      { workspaceId, callerExecutionId: one },
    ]);
  });

  it('by a text means errors that hold it, or runs of workflows whose names do', () => {
    expect(readings({ workspaceId, search: 'time', minCost: 1 }, { inFolders: undefined, found: [one] })).toEqual([
      { workspaceId, minCost: 1, level: 'error', errorText: 'time' },
      { workspaceId, minCost: 1, workflowIds: [one] },
    ]);
    expect(readings({ workspaceId, search: 'time' }, none)).toEqual([{ workspaceId, level: 'error', errorText: 'time' }]);
  });

  it('by a text among what succeeded looks at names alone', () => {
    expect(readings({ workspaceId, search: 'time', level: 'info' }, { inFolders: undefined, found: [one] })).toEqual([
      { workspaceId, level: 'info', workflowIds: [one] },
    ]);
  });
});
