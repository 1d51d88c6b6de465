import { commandName } from '#host/program/command-name.js';
import type { SluiceClient } from '#client';
import { CommandFailed } from '../failure.js';
import { isAddress, type RemoteSettings } from '../profiles/select-server.js';
import { readRemoteSettings } from '../read-config.js';
import { failureInWords } from './failure-in-words.js';

/** What a command that calls a server uses. */
export interface RemoteServer {
  readonly client: SluiceClient;
  /** The same server, with retries for a minute, for example during its restart. */
  readonly patientClient: SluiceClient;
  readonly url: string;
  /** The value of SLUICE_WORKSPACE. */
  readonly workspace: string | undefined;
}

/** Runs `work` with the server of the settings. @throws CommandFailed when a setting is missing, and for every error response */
export async function onServer(
  work: (server: RemoteServer) => Promise<void>,
  { url, apiKey, workspace }: RemoteSettings = readRemoteSettings(),
): Promise<void> {
  if (!isAddress(url)) {
    throw new CommandFailed(`SLUICE_URL must be an address such as http://localhost:3000, got "${url}"`);
  }
  if (apiKey === undefined) {
    throw new CommandFailed(
      `SLUICE_API_KEY is not set, and no profile has a key for ${url}. Run ${commandName} login ${url}, or set SLUICE_API_KEY=sk-… in the environment or in .env`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new CommandFailed('The API key contains characters that API keys do not have');
  const { SluiceClient, SluiceError } = await import('#client');
  try {
    const client = new SluiceClient({ baseUrl: url, apiKey, maxRetries: 2 });
    const patientClient = new SluiceClient({ baseUrl: url, apiKey, maxRetries: 8 });
    await work({ client, patientClient, url, workspace });
  } catch (error) {
    throw error instanceof SluiceError ? new CommandFailed(failureInWords(error, url), { cause: error }) : error;
  }
}
