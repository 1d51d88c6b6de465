import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { parseConfig, type Config } from '#host/config/config.js';
import { remoteVariables } from '#host/config/remote-variables.js';
import { readProfiles } from './profiles/profile-file.js';
import { selectServer, type RemoteSettings } from './profiles/select-server.js';

/** The settings of this process from its environment, and from `.env` for those that are not set. @throws ConfigError */
export function readConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env');
  return parseConfig(process.env);
}

/** What `--url` and `--profile` chose for the command that runs. */
let chosen: { readonly url?: string; readonly profile?: string } = {};

export function chooseServer(options: typeof chosen): void {
  chosen = options;
}

/** Reads the options, the sources of `readConfig` and the profiles. Other settings may be invalid. @throws CommandFailed */
export function readRemoteSettings(): RemoteSettings {
  if (existsSync('.env')) loadEnvFile('.env');
  const given = (name: string): string | undefined => process.env[name]?.trim() || undefined;
  const { url, apiKey, workspace } = remoteVariables;
  const choice = {
    url: chosen.url,
    profile: chosen.profile,
    environment: { url: given(url.name), apiKey: given(apiKey.name), workspace: given(workspace.name) },
    defaultUrl: `http://localhost:${given('PORT') ?? '3000'}`,
  };
  return selectServer(choice, readProfiles(profileFile()));
}

/** Where the profiles of the user are stored. */
export function profileFile(): string {
  const folder = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(folder, 'sluice', 'profiles.json');
}
