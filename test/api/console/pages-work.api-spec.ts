import { describePages } from '../../support/console/describe-pages.js';

describePages('the pages of what a workspace holds', [
  { name: 'files', path: ({ workspaceId }) => `/workspace/${workspaceId}/files`, ready: 'prices.csv' },
  {
    name: 'file',
    path: ({ workspaceId, files }) => `/workspace/${workspaceId}/files?file=${files.prices}`,
    ready: 'walnut',
  },
  { name: 'workflows', path: ({ workspaceId }) => `/workspace/${workspaceId}/w`, ready: 'Order confirmation' },
  {
    name: 'workflows-none',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/w?q=nothing-has-this-name`,
    ready: 'No workflow matches',
  },
  { name: 'workflow', path: ({ workspaceId, workflows }) => `/workspace/${workspaceId}/w/${workflows.completes}`, ready: 'Pack a part' },
  { name: 'questions', path: ({ workspaceId }) => `/workspace/${workspaceId}/questions`, ready: 'All open' },
  {
    name: 'question',
    path: ({ workspaceId, runs }) => `/workspace/${workspaceId}/questions?view=all&question=${runs.paused}`,
    ready: 'Asked people',
  },
  {
    name: 'questions-none',
    path: ({ workspaceId }) => `/workspace/${workspaceId}/questions?view=ended`,
    ready: 'No question has been answered yet',
  },
  { name: 'knowledge', path: ({ workspaceId }) => `/workspace/${workspaceId}/knowledge`, ready: 'Care of furniture' },
  {
    name: 'knowledge-base',
    path: ({ workspaceId, knowledge }) => `/workspace/${workspaceId}/knowledge/${knowledge.base}?document=${knowledge.document}`,
    ready: 'Process again',
  },
  {
    name: 'knowledge-search',
    path: ({ workspaceId, knowledge }) => `/workspace/${workspaceId}/knowledge/${knowledge.base}?view=search`,
    ready: 'Tags of the document',
  },
  { name: 'triggers', path: ({ workspaceId }) => `/workspace/${workspaceId}/triggers`, ready: 'No trigger yet' },
  { name: 'deliveries', path: ({ workspaceId }) => `/workspace/${workspaceId}/triggers/deliveries`, ready: 'No event arrived yet' },
  { name: 'chats', path: ({ workspaceId }) => `/workspace/${workspaceId}/chats`, ready: 'No chat yet' },
  { name: 'models', path: ({ workspaceId }) => `/workspace/${workspaceId}/models`, ready: 'Save limits' },
  { name: 'mcp-used', path: ({ workspaceId }) => `/workspace/${workspaceId}/mcp`, ready: 'No server is registered' },
  { name: 'mcp-offered', path: ({ workspaceId }) => `/workspace/${workspaceId}/mcp/offered`, ready: 'No server is offered' },
  { name: 'tables', path: ({ workspaceId }) => `/workspace/${workspaceId}/tables`, ready: 'orders' },
  { name: 'table', path: ({ workspaceId, tableId }) => `/workspace/${workspaceId}/tables/${tableId}`, ready: 'ada@example.org' },
  {
    name: 'table-filtered',
    path: ({ workspaceId, tableId }) =>
      `/workspace/${workspaceId}/tables/${tableId}?filter=${encodeURIComponent('{"email":{"$contains":"nothing"}}')}`,
    ready: 'No row matches',
  },
  { name: 'table-new-row', path: ({ workspaceId, tableId }) => `/workspace/${workspaceId}/tables/${tableId}?row=new`, ready: 'Add row' },
]);
