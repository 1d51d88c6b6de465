/** What there is to name in requests. Everything is found by the name that paths and bodies give it. */
export interface FuzzWorld {
  /** Things that last, of the workspace that requests are about. */
  readonly things: Readonly<Record<string, string>>;
  /** Things of the same kinds that a request may make useless. */
  readonly spares: Readonly<Record<string, string>>;
  /** Those that a request may end. */
  readonly doomed: Readonly<Record<string, string>>;
  /** Ids of things in an organization that the caller has nothing to do with. */
  readonly foreign: readonly [string, ...string[]];
  readonly keys: { readonly operator: string; readonly owner: string; readonly reader: string; readonly workspace: string };
  /** Cursors that were given out, by the path of their list. */
  readonly cursors: Readonly<Record<string, string>>;
}

const idsBehind: Readonly<Record<string, string>> = {
  workspaces: 'workspaceId',
  organizations: 'organizationId',
  users: 'userId',
  folders: 'folderId',
  logs: 'logId',
  'audit-logs': 'auditId',
  workflows: 'workflowId',
};

/** The kind of the thing that a variable of a path names: `id` behind `/folders/` is a `folderId`. */
export function kindOf(path: string, variable: string): string {
  if (variable === 'keyId' && path.includes('/users/')) return 'userKeyId';
  if (variable !== 'id') return variable;
  const [before = ''] = path.split('/{id}');
  return idsBehind[before.split('/').at(-1) ?? ''] ?? variable;
}
