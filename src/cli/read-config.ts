import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseConfig, type Config } from '#host/config/config.js';
import { remoteVariables } from '#host/config/remote-variables.js';

/** The settings of this process from its environment, and from `.env` for those that are not set. @throws ConfigError */
export function readConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env');
  return parseConfig(process.env);
}

/** The settings of commands that call a server. */
export interface RemoteSettings {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly workspace: string | undefined;
}

/** Reads the sources of `readConfig`. Other settings may be invalid. */
export function readRemoteSettings(): RemoteSettings {
  if (existsSync('.env')) loadEnvFile('.env');
  const given = (name: string): string | undefined => process.env[name]?.trim() || undefined;
  const { url, apiKey, workspace } = remoteVariables;
  return {
    url: (given(url.name) ?? `http://localhost:${given('PORT') ?? '3000'}`).replace(/\/+$/, ''),
    apiKey: given(apiKey.name),
    workspace: given(workspace.name),
  };
}
