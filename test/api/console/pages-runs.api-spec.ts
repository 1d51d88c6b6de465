import { describePages } from '../../support/console/describe-pages.js';

describePages('the pages of runs, the audit log and the home page', [
  { name: 'runs', path: ({ workspaceId }) => `/workspace/${workspaceId}/logs`, ready: 'Order confirmation' },
  {
    name: 'runs-preview',
    path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs?level=error&run=${runs.failed}`,
    ready: 'Failed',
  },
  { name: 'runs-none', path: ({ workspaceId }) => `/workspace/${workspaceId}/logs?q=nothing-has-this-name`, ready: 'No run matches' },
  { name: 'run', path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.completed}`, ready: 'Pack a part' },
  { name: 'run-failed', path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.failed}`, ready: 'cannot be read' },
  {
    name: 'run-events',
    path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.completed}?view=events&at=2`,
    ready: 'Run completed',
  },
  { name: 'run-moment', path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.completed}?at=5`, ready: 'Event 5 of' },
  {
    name: 'compare',
    path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.completed}/compare/${runs.failed}`,
    ready: 'Only in A',
  },
  { name: 'run-paused', path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/logs/${runs.paused}`, ready: 'Paused' },
  { name: 'audit', path: ({ workspaceId }) => `/workspace/${workspaceId}/audit`, ready: 'Workflow deployed: Order confirmation' },
  { name: 'audit-none', path: ({ workspaceId }) => `/workspace/${workspaceId}/audit?action=nothing`, ready: 'No entry matches' },
  { name: 'audit-verify', path: ({ workspaceId }) => `/workspace/${workspaceId}/audit/verify`, ready: 'Public key' },
  { name: 'home', path: ({ workspaceId }) => `/workspace/${workspaceId}`, ready: 'cannot be read' },
  { name: 'run-unknown', path: ({ workspaceId }) => `/workspace/${workspaceId}/logs/unknown`, ready: 'There is no run' },
]);
