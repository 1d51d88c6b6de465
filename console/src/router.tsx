import { SluiceError } from '@sluice/client';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { runsQuery } from './api/logs.js';
import { queryClient } from './api/query-client.js';
import { runQuery } from './api/run.js';
import { sessionQuery } from './api/session.js';
import { auditSearchFrom } from './pages/audit/audit-search.js';
import { homeSearchFrom } from './pages/home/home-search.js';
import { filtersFrom, searchOf } from './pages/runs/run-filters.js';
import { workflowViewSearchFrom } from './pages/workflow/workflow-view-search.js';
import { workflowSearchFrom } from './pages/workflows/workflow-search.js';
import { runSearchFrom, type RunSearch } from './pages/run/run-search.js';
import { usageSearchFrom } from './pages/usage/usage-search.js';
import { FailedPage } from './shell/failed-page.js';
import { lastWorkspace } from './shell/last-workspace.js';
import { lazyRouteComponent } from './shell/lazy-page.js';
import { MissingPage, MissingWorkspacePage } from './shell/missing-page.js';
import { Shell, ShellSkeleton } from './shell/shell.js';
import { tableSearchFrom } from './table/view-search.js';

/** Nothing else of an address reaches its page: the router itself would pass on what was not understood. */
function only<Search extends object>(understood: (search: Record<string, unknown>) => Search): (search: Record<string, unknown>) => Search {
  return (search) => ({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...understood(search) });
}

const root = createRootRoute({ component: Outlet, notFoundComponent: MissingPage });

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: ({ next, problem, provider }): { readonly next?: string; readonly problem?: string; readonly provider?: string } => ({
    ...(typeof next === 'string' ? { next } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
    ...(typeof provider === 'string' ? { provider } : {}),
  }),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.js'), 'SignInPage'),
});
const recover = createRoute({
  getParentRoute: () => root,
  path: 'recover',
  component: lazyRouteComponent(() => import('./pages/sign-in/recover-page.js'), 'RecoverPage'),
});
const setup = createRoute({
  getParentRoute: () => root,
  path: 'setup',
  component: lazyRouteComponent(() => import('./pages/sign-in/setup-page.js'), 'SetupPage'),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: 'invite',
  component: lazyRouteComponent(() => import('./pages/sign-in/invite-page.js'), 'InvitePage'),
});
/** Outside of the shell: it is a window that the person closes again. */
const confirmed = createRoute({
  getParentRoute: () => root,
  path: 'account/confirmed',
  validateSearch: ({ problem, provider }): { readonly problem?: string; readonly provider?: string } => ({
    ...(typeof problem === 'string' ? { problem } : {}),
    ...(typeof provider === 'string' ? { provider } : {}),
  }),
  component: lazyRouteComponent(() => import('./pages/account/confirmed-page.js'), 'ConfirmedPage'),
});
const parts = createRoute({
  getParentRoute: () => root,
  path: 'console-parts',
  component: lazyRouteComponent(() => import('./pages/parts/parts-page.js'), 'PartsPage'),
});

/** Everything below needs a session; without one, the sign-in leads back here. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  pendingComponent: ShellSkeleton,
  pendingMs: 200,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!(error instanceof SluiceError) || error.status !== 401) throw error;
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href }, replace: true });
    }
  },
});
const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async () => {
    const { workspaces } = await queryClient.ensureQueryData(sessionQuery);
    const workspaceId =
      workspaces.find(({ id }) => id === lastWorkspace.get())?.id ?? (workspaces.length === 1 ? workspaces[0]?.id : undefined);
    if (workspaceId === undefined) throw redirect({ to: '/workspaces', replace: true });
    throw redirect({ to: '/workspace/$workspaceId', params: { workspaceId }, replace: true });
  },
});
const workspaces = createRoute({
  getParentRoute: () => signedIn,
  path: 'workspaces',
  component: lazyRouteComponent(() => import('./pages/workspaces/workspaces-page.js'), 'WorkspacesPage'),
});
const appearance = createRoute({
  getParentRoute: () => signedIn,
  path: 'account/appearance',
  component: lazyRouteComponent(() => import('./pages/account/appearance-page.js'), 'AppearancePage'),
});
const security = createRoute({
  getParentRoute: () => signedIn,
  path: 'account/security',
  component: lazyRouteComponent(() => import('./pages/account/security-page.js'), 'SecurityPage'),
});
const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: 'workspace/$workspaceId',
  notFoundComponent: MissingWorkspacePage,
  onEnter: ({ params }) => lastWorkspace.set(params.workspaceId),
  onStay: ({ params }) => lastWorkspace.set(params.workspaceId),
});
const home = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  validateSearch: only(homeSearchFrom),
  component: lazyRouteComponent(() => import('./pages/home/home-page.js'), 'HomePage'),
});
const runs = createRoute({
  getParentRoute: () => workspace,
  path: 'logs',
  validateSearch: (search: Record<string, unknown>): Readonly<Record<string, string>> & { readonly run?: string } => {
    const { run } = search;
    return { ...searchOf(filtersFrom(search)), ...(typeof run === 'string' ? { run } : {}) };
  },
  // What the page shows first is read while its scripts load.
  beforeLoad: ({ cause, params, search }) => {
    if (cause === 'enter') void queryClient.prefetchInfiniteQuery(runsQuery(params.workspaceId, filtersFrom(search)));
  },
  component: lazyRouteComponent(() => import('./pages/runs/runs-page.js'), 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => workspace,
  path: 'logs/$executionId',
  validateSearch: only<RunSearch>(runSearchFrom),
  beforeLoad: ({ cause, params }) => {
    if (cause === 'enter') void queryClient.prefetchQuery(runQuery(params.workspaceId, params.executionId));
  },
  component: lazyRouteComponent(() => import('./pages/run/run-page.js'), 'RunPage'),
});

const workflows = createRoute({
  getParentRoute: () => workspace,
  path: 'w',
  validateSearch: only(workflowSearchFrom),
  component: lazyRouteComponent(() => import('./pages/workflows/workflows-page.js'), 'WorkflowsPage'),
});
const workflow = createRoute({
  getParentRoute: () => workspace,
  path: 'w/$workflowId',
  validateSearch: only(workflowViewSearchFrom),
  component: lazyRouteComponent(() => import('./pages/workflow/workflow-page.js'), 'WorkflowPage'),
});
const compare = createRoute({
  getParentRoute: () => workspace,
  path: 'logs/$executionId/compare/$otherId',
  validateSearch: ({ node }): { readonly node?: string } => (typeof node === 'string' ? { node } : {}),
  component: lazyRouteComponent(() => import('./pages/compare/compare-page.js'), 'ComparePage'),
});

const audit = createRoute({
  getParentRoute: () => workspace,
  path: 'audit',
  validateSearch: only(auditSearchFrom),
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.js'), 'AuditPage'),
});
const verify = createRoute({
  getParentRoute: () => workspace,
  path: 'audit/verify',
  component: lazyRouteComponent(() => import('./pages/audit/verify-page.js'), 'VerifyPage'),
});
const files = createRoute({
  getParentRoute: () => workspace,
  path: 'files',
  validateSearch: ({ file }): { readonly file?: string } => (typeof file === 'string' ? { file } : {}),
  component: lazyRouteComponent(() => import('./pages/files/files-page.js'), 'FilesPage'),
});
const knowledge = createRoute({
  getParentRoute: () => workspace,
  path: 'knowledge',
  component: lazyRouteComponent(() => import('./pages/knowledge/knowledge-page.js'), 'KnowledgePage'),
});
const knowledgeBase = createRoute({
  getParentRoute: () => workspace,
  path: 'knowledge/$knowledgeBaseId',
  validateSearch: only(({ view, document }): { readonly view?: 'search'; readonly document?: string } => ({
    ...(view === 'search' ? { view } : {}),
    ...(typeof document === 'string' ? { document } : {}),
  })),
  component: lazyRouteComponent(() => import('./pages/knowledge/base-page.js'), 'KnowledgeBasePage'),
});

const settings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  beforeLoad: ({ params, location }) => {
    if (!location.pathname.endsWith('/settings')) return;
    throw redirect({ to: '/workspace/$workspaceId/settings/general', params, replace: true });
  },
});
const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: 'general',
    component: lazyRouteComponent(() => import('./pages/settings/general-page.js'), 'GeneralPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'members',
    component: lazyRouteComponent(() => import('./pages/settings/members-page.js'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'keys',
    component: lazyRouteComponent(() => import('./pages/settings/keys-page.js'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'environment',
    component: lazyRouteComponent(() => import('./pages/settings/environment-page.js'), 'EnvironmentPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'usage',
    validateSearch: usageSearchFrom,
    component: lazyRouteComponent(() => import('./pages/usage/workspace-usage-page.js'), 'WorkspaceUsagePage'),
  }),
] as const;

const triggers = createRoute({
  getParentRoute: () => workspace,
  path: 'triggers',
  component: lazyRouteComponent(() => import('./pages/triggers/triggers-page.js'), 'TriggersPage'),
});
const deliveries = createRoute({
  getParentRoute: () => workspace,
  path: 'triggers/deliveries',
  component: lazyRouteComponent(() => import('./pages/triggers/deliveries-page.js'), 'DeliveriesPage'),
});
const trigger = createRoute({
  getParentRoute: () => workspace,
  path: 'triggers/$triggerId',
  component: lazyRouteComponent(() => import('./pages/triggers/trigger-page.js'), 'TriggerPage'),
});
const models = createRoute({
  getParentRoute: () => workspace,
  path: 'models',
  component: lazyRouteComponent(() => import('./pages/models/models-page.js'), 'ModelsPage'),
});
const chats = createRoute({
  getParentRoute: () => workspace,
  path: 'chats',
  component: lazyRouteComponent(() => import('./pages/chats/chats-page.js'), 'ChatsPage'),
});
const usedServers = createRoute({
  getParentRoute: () => workspace,
  path: 'mcp',
  component: lazyRouteComponent(() => import('./pages/mcp/used-page.js'), 'UsedServersPage'),
});
const offeredServers = createRoute({
  getParentRoute: () => workspace,
  path: 'mcp/offered',
  component: lazyRouteComponent(() => import('./pages/mcp/offered-page.js'), 'OfferedServersPage'),
});
const operatorStatus = createRoute({
  getParentRoute: () => signedIn,
  path: 'operator/status',
  component: lazyRouteComponent(() => import('./pages/operator/status-page.js'), 'StatusPage'),
});
const operatorExports = createRoute({
  getParentRoute: () => signedIn,
  path: 'operator/exports',
  component: lazyRouteComponent(() => import('./pages/operator/exports-page.js'), 'ExportsPage'),
});
const operatorUsers = createRoute({
  getParentRoute: () => signedIn,
  path: 'operator/users',
  component: lazyRouteComponent(() => import('./pages/operator/users-page.js'), 'UsersPage'),
});
const operatorOrganizations = createRoute({
  getParentRoute: () => signedIn,
  path: 'operator/organizations',
  component: lazyRouteComponent(() => import('./pages/operator/organizations-page.js'), 'OrganizationsPage'),
});
const operatorAuditKey = createRoute({
  getParentRoute: () => signedIn,
  path: 'operator/audit-key',
  component: lazyRouteComponent(() => import('./pages/operator/audit-key-page.js'), 'AuditKeyPage'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: 'account/profile',
  component: lazyRouteComponent(() => import('./pages/account/profile-page.js'), 'ProfilePage'),
});
const accountKeys = createRoute({
  getParentRoute: () => signedIn,
  path: 'account/keys',
  component: lazyRouteComponent(() => import('./pages/account/keys-page.js'), 'AccountKeysPage'),
});
const organizationMembers = createRoute({
  getParentRoute: () => signedIn,
  path: 'organization/$organizationId/members',
  component: lazyRouteComponent(() => import('./pages/organization/members-page.js'), 'OrganizationMembersPage'),
});
const organizationPlan = createRoute({
  getParentRoute: () => signedIn,
  path: 'organization/$organizationId/plan',
  component: lazyRouteComponent(() => import('./pages/organization/plan-page.js'), 'PlanPage'),
});
const organizationUsage = createRoute({
  getParentRoute: () => signedIn,
  path: 'organization/$organizationId/usage',
  validateSearch: usageSearchFrom,
  component: lazyRouteComponent(() => import('./pages/organization/usage-page.js'), 'OrganizationUsagePage'),
});
const organizationSignIn = createRoute({
  getParentRoute: () => signedIn,
  path: 'organization/$organizationId/sign-in',
  component: lazyRouteComponent(() => import('./pages/organization/sign-in-policy-page.js'), 'SignInPolicyPage'),
});
const organizationAudit = createRoute({
  getParentRoute: () => signedIn,
  path: 'organization/$organizationId/audit',
  validateSearch: only(auditSearchFrom),
  component: lazyRouteComponent(() => import('./pages/organization/organization-audit-page.js'), 'OrganizationAuditPage'),
});
const questions = createRoute({
  getParentRoute: () => workspace,
  path: 'questions',
  validateSearch: only(({ view, question }): { readonly view?: 'all' | 'ended'; readonly question?: string } => ({
    ...(view === 'all' || view === 'ended' ? { view } : {}),
    ...(typeof question === 'string' ? { question } : {}),
  })),
  component: lazyRouteComponent(() => import('./pages/questions/questions-page.js'), 'QuestionsPage'),
});

const tables = createRoute({
  getParentRoute: () => workspace,
  path: 'tables',
  component: lazyRouteComponent(() => import('./pages/tables/tables-page.js'), 'TablesPage'),
});
const table = createRoute({
  getParentRoute: () => workspace,
  path: 'tables/$tableId',
  validateSearch: only(tableSearchFrom),
  component: lazyRouteComponent(() => import('./pages/table/table-page.js'), 'TablePage'),
});

const routes = root.addChildren([
  login,
  recover,
  setup,
  invite,
  confirmed,
  parts,
  signedIn.addChildren([
    start,
    workspaces,
    appearance,
    security,
    profile,
    accountKeys,
    organizationMembers,
    organizationPlan,
    organizationUsage,
    organizationSignIn,
    organizationAudit,
    operatorStatus,
    operatorExports,
    operatorUsers,
    operatorOrganizations,
    operatorAuditKey,
    workspace.addChildren([
      home,
      runs,
      run,
      compare,
      audit,
      verify,
      files,
      triggers,
      deliveries,
      trigger,
      models,
      chats,
      usedServers,
      offeredServers,
      tables,
      table,
      settings.addChildren(settingsPages),
      workflows,
      workflow,
      knowledge,
      knowledgeBase,
      questions,
    ]),
  ]),
]);

let shownPath: string | undefined;

/** What changes in the search part of an address is the same page: it stays where it is, or goes where a key has led. */
function isOtherPage(path: string): boolean {
  const isOther = path !== shownPath;
  shownPath = path;
  return isOther;
}

export const router = createRouter({
  routeTree: routes,
  // The error of a page is in its place, below the shell.
  defaultErrorComponent: FailedPage,
  defaultPreload: 'intent',
  scrollRestoration: ({ location }) => isOtherPage(location.pathname),
  // Parts of an address are plain texts, without quotation marks around them.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
