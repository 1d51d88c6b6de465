interface Subject {
  readonly name: string;
  /** The tags of the subject with a description each. */
  readonly tags: Readonly<Record<string, string>>;
}

/** The subjects of the reference, in the order of the guides. Every tag of a controller belongs to one of them. */
const subjects: readonly Subject[] = [
  {
    name: 'Run workflows',
    tags: {
      Executions: 'Execute a deployed workflow, follow, inspect, cancel and replay its runs.',
      'Runs v2': 'Version 2 of the execution routes: one envelope for results and errors.',
      Jobs: 'Results of asynchronous runs.',
    },
  },
  {
    name: 'Triggers',
    tags: {
      Triggers: 'Blocks that start runs without a call: list, pause and resume them.',
      Deliveries: 'Events that reached triggers, and what became of them.',
      Webhooks: 'The addresses to which other systems send events.',
      Schedules: 'Blocks that start runs at set times: stop them, start a run now, run missed times later.',
    },
  },
  {
    name: 'Chat',
    tags: {
      Chats: 'Chat pages of deployed workflows: create, change and delete them.',
      'Chat page': 'The web page of a chat.',
      Visits: 'What visitors of a chat use: messages, conversations, answers to questions.',
    },
  },
  {
    name: 'Logs',
    tags: {
      Logs: 'Find runs, explain their state, export them.',
      'Run events': 'Everything that a run recorded, as pages and as a stream.',
      Holds: 'Keep runs beyond their retention period.',
    },
  },
  {
    name: 'Approvals and questions',
    tags: { Pauses: 'Runs that wait for an answer, and their answers.', 'Resume page': 'The web page on which people answer.' },
  },
  {
    name: 'Build workflows',
    tags: {
      Workflows: 'Create, import, validate, deploy and roll back workflows.',
      Folders: 'Folders of workflows.',
      Blocks: 'The block types of this server.',
    },
  },
  {
    name: 'Tables',
    tags: {
      Tables: 'Typed tables that workflows read and write.',
      'Table columns': 'Columns with their types and rules.',
      'Table rows': 'Insert, query, update and delete rows.',
      'Row history': 'Changes of rows, and how to revert them.',
      'Table CSV': 'Import and export of CSV files.',
    },
  },
  {
    name: 'Knowledge bases',
    tags: {
      'Knowledge bases': 'Collections of documents that can be searched.',
      'Knowledge documents': 'Documents, which are parsed and split into chunks.',
    },
  },
  { name: 'Files', tags: { Files: 'Upload, list and delete files.', 'File content': 'Download files, whole or in part.' } },
  { name: 'Memory', tags: { Memory: 'Conversations that agents remember.' } },
  {
    name: 'Models',
    tags: {
      'Model providers': 'Providers of language models that a workspace has set up.',
      Models: 'The models that may be used, their prices and the state of their providers.',
    },
  },
  {
    name: 'MCP',
    tags: {
      'Workflow servers': 'MCP servers that offer workflows to MCP clients, and their addresses.',
      'Workflow tools': 'Workflows as tools of these servers.',
      'Mcp servers': 'Servers whose tools workflows use.',
    },
  },
  { name: 'Environment', tags: { Environment: 'Secrets and variables of a workspace.' } },
  {
    name: 'Keys and access',
    tags: {
      'Personal API keys': 'Keys of the caller.',
      'Workspace API keys': 'Keys of a workspace.',
      Workspaces: 'Workspaces, which contain workflows and data.',
      'Workspace members': 'Users with access to a workspace.',
      'Workspace invitations': 'Open invitations to a workspace.',
      Organizations: 'Organizations, which own workspaces and have a plan.',
      'Organization members': 'Users of an organization, with their roles.',
      'Organization invitations': 'Open invitations of an organization.',
      Invitations: 'Open invitations of the caller to organizations.',
      'Own user': 'The account of the caller.',
      Users: 'Users of this installation.',
      Session: 'Signing in and out with a browser.',
      'Sign in ways': 'How people sign in, for the page that asks them.',
      'User sessions': 'Where the caller is signed in, and their password.',
      Oidc: 'Addresses that browsers visit on the way to a provider of OpenID Connect and back.',
      Identities: 'Accounts at providers with which a person signs in.',
      'Second factor': 'Codes of an authenticator app that a sign-in needs beside the password.',
      Links: 'Links with which people choose a password, each once.',
      'Invitation links': 'Links with which people accept an invitation to a workspace or to an organization, each once.',
      'User API keys': 'Keys of other users, for operators.',
    },
  },
  { name: 'Plans and limits', tags: { Usage: 'Usage, costs and rate limits.' } },
  {
    name: 'Audit log',
    tags: {
      'Audit logs': 'Who changed what.',
      'Audit proofs': 'Archives, checkpoints and proofs that auditors verify without the server.',
    },
  },
  {
    name: 'Operations',
    tags: {
      Operator: 'The state of the server at one glance, for operators.',
      Health: 'Liveness and readiness of a process.',
      Metrics: 'Metrics for Prometheus.',
      'API reference': 'This reference, for people and for programs.',
    },
  },
];

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

/** The tags in use and their groups, in the order of the subjects. @throws for a tag without a subject */
export function orderedTags(used: ReadonlySet<string>): { readonly tags: readonly Tag[]; readonly 'x-tagGroups': readonly TagGroup[] } {
  const known = subjects.flatMap(({ tags }) => Object.entries(tags).map(([name, description]) => ({ name, description })));
  const unknown = [...used].filter((tag) => !known.some(({ name }) => name === tag));
  if (unknown.length > 0) throw new Error(`Add these tags to a subject in tools/openapi/subjects.ts: ${unknown.join(', ')}`);
  const groups = subjects.map(({ name, tags }) => ({ name, tags: Object.keys(tags).filter((tag) => used.has(tag)) }));
  return { tags: known.filter(({ name }) => used.has(name)), 'x-tagGroups': groups };
}
