import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { parseConfig, type Config } from '#host/config/config.js';
import { remoteVariables } from '#host/config/remote-variables.js';
import { readProfiles } from './profiles/profile-file.js';
import { selectServer, type RemoteEnvironment, type RemoteSettings } from './profiles/select-server.js';

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

/**
 * Reads the options, the sources of `readConfig` and the profiles. Other settings may be invalid. The folder may be one of strangers, so nothing else
 * of its `.env` counts: variables of Node switch off checks of certificates, and others move the profiles. @throws CommandFailed
 */
export function readRemoteSettings(): RemoteSettings {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  const both = { ...file, ...process.env };
  const choice = {
    url: chosen.url,
    profile: chosen.profile,
    environment: remoteEnvironment(both),
    shell: remoteEnvironment(process.env),
    file: remoteEnvironment(file),
    defaultUrl: `http://localhost:${given(both, 'PORT') ?? '3000'}`,
  };
  return selectServer(choice, readProfiles(profileFile()));
}

function remoteEnvironment(env: NodeJS.Dict<string>): RemoteEnvironment {
  const { url, apiKey, workspace } = remoteVariables;
  return { url: given(env, url.name), apiKey: given(env, apiKey.name), workspace: given(env, workspace.name) };
}

function given(env: NodeJS.Dict<string>, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** Where the profiles of the user are stored. */
export function profileFile(): string {
  const folder = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(folder, 'sluice', 'profiles.json');
}
