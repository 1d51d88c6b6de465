interface RemoteVariable {
  readonly name: string;
  readonly help: string;
}

/** The settings of commands that call a server. A server that shares its environment or its .env ignores them. */
export const remoteVariables = {
  url: { name: 'SLUICE_URL', help: 'Address of the server [http://localhost:<PORT, or 3000>]' },
  apiKey: { name: 'SLUICE_API_KEY', help: 'API key. There is no option for it, so that no list of processes shows it.' },
  workspace: {
    name: 'SLUICE_WORKSPACE',
    help: 'Id or name of the workspace, where --workspace is absent [the only one that the key reaches]',
  },
} as const satisfies Record<string, RemoteVariable>;
