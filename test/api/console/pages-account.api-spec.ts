import { describePages } from '../../support/console/describe-pages.js';

describePages('the pages of people, workspaces, organizations and the server', [
  { name: 'sign-in', path: () => '/login', ready: 'Keep me signed in' },
  { name: 'invite', path: ({ invitation }) => `/invite#${invitation}`, ready: 'You will edit and run its workflows.' },
  { name: 'parts', path: () => '/console-parts', ready: 'Parts of the console' },
  { name: 'invite-cut', path: () => '/invite', ready: 'This link does not work' },
  { name: 'workspaces', path: () => '/workspaces', ready: 'admin' },
  { name: 'account', path: () => '/account/appearance', ready: 'Appearance' },
  { name: 'security', path: () => '/account/security', ready: 'this browser' },
  { name: 'settings-general', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/general`, ready: 'Delete the workspace' },
  { name: 'settings-members', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/members`, ready: '(you)' },
  { name: 'settings-keys', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/keys`, ready: 'No key yet' },
  { name: 'settings-environment', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/environment`, ready: 'No variable yet' },
  { name: 'settings-usage', path: ({ workspaceId }) => `/workspace/${workspaceId}/settings/usage`, ready: 'at most' },
  { name: 'account-profile', path: () => '/account/profile', ready: 'operator of this server' },
  { name: 'account-keys', path: () => '/account/keys', ready: 'acts as you' },
  { name: 'organization-members', path: ({ server }) => `/organization/${server.first.organizationId}/members`, ready: '(you)' },
  { name: 'organization-plan', path: ({ server }) => `/organization/${server.first.organizationId}/plan`, ready: 'Cost this month' },
  {
    name: 'organization-usage',
    path: ({ server }) => `/organization/${server.first.organizationId}/usage?by=workspace`,
    ready: 'Default workspace',
  },
  { name: 'operator-status', path: () => '/operator/status', ready: 'Free space' },
  { name: 'operator-users', path: () => '/operator/users', ready: '(you)' },
  { name: 'operator-organizations', path: () => '/operator/organizations', ready: 'Default organization' },
  { name: 'operator-audit-key', path: () => '/operator/audit-key', ready: 'BEGIN PUBLIC KEY' },
]);
