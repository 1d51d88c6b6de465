import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseConfig, type Config } from '#infrastructure/config/config.js';

/** The settings of this process: its environment, and `.env` for what that does not say. @throws ConfigError */
export function readConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env');
  return parseConfig(process.env);
}
