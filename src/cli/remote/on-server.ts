import type { SluiceClient } from '#client';
import { CommandFailed } from '../failure.js';
import { readRemoteSettings } from '../read-config.js';
import { failureInWords } from './failure-in-words.js';

/** What a command that asks a server stands on. */
export interface RemoteServer {
  readonly client: SluiceClient;
  /** The same server for who would rather wait a minute than give up, while it is started anew for example. */
  readonly patientClient: SluiceClient;
  readonly url: string;
  /** What SLUICE_WORKSPACE says. */
  readonly workspace: string | undefined;
}

/** Runs `work` with the server of the settings. @throws CommandFailed when a setting is missing, and for every answer that is a refusal */
export async function onServer(work: (server: RemoteServer) => Promise<void>): Promise<void> {
  const { url, apiKey, workspace } = readRemoteSettings();
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandFailed(`SLUICE_URL must be an address such as http://localhost:3000, got "${url}"`);
  }
  if (apiKey === undefined) {
    throw new CommandFailed(
      'SLUICE_API_KEY is not set. Put an API key of the server there, in the environment or in .env: SLUICE_API_KEY=sk-…',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new CommandFailed('SLUICE_API_KEY holds characters that no key has');
  const { SluiceClient, SluiceError } = await import('#client');
  try {
    const client = new SluiceClient({ baseUrl: url, apiKey, maxRetries: 2 });
    const patientClient = new SluiceClient({ baseUrl: url, apiKey, maxRetries: 8 });
    await work({ client, patientClient, url, workspace });
  } catch (error) {
    throw error instanceof SluiceError ? new CommandFailed(failureInWords(error, url), { cause: error }) : error;
  }
}
