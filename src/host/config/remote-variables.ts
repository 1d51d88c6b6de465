interface RemoteVariable {
  readonly name: string;
  readonly help: string;
}

/** What commands that ask a server read. A server that shares its environment or its .env with them takes no notice. */
export const remoteVariables = {
  url: { name: 'SLUICE_URL', help: 'The server [http://localhost:<PORT, or 3000>]' },
  apiKey: { name: 'SLUICE_API_KEY', help: 'The API key; nowhere else, so that it is in no list of processes' },
  workspace: {
    name: 'SLUICE_WORKSPACE',
    help: 'Id or name of the workspace, where --workspace is absent [the only one that the key reaches]',
  },
} as const satisfies Record<string, RemoteVariable>;
