import { nearestName } from '#kernel/text/nearest-name.js';
import { commandName } from '../program/command-name.js';
import { OperatorModels, modelsFileVariable } from './models/operator-models.js';
import { ProblemList } from './problem-list.js';
import { remoteVariables } from './remote-variables.js';
import { variables, type Variable } from './variables.js';

type Variables = typeof variables;
type Parsed = { readonly [K in keyof Variables]: ReturnType<Variables[K]['parse']> };
type Optional = { [K in keyof Variables]: Variables[K] extends { fallback: string } ? never : K }[keyof Variables];

type Values = Omit<Parsed, Optional> & { readonly [K in Exclude<Optional, 'baseUrl'>]: Parsed[K] | undefined } & {
  readonly baseUrl: string;
  readonly models: OperatorModels;
};

/** The settings of this process, complete and frozen. Durations are in milliseconds. A class, because it is an injection token. */
export abstract class Config {}
export interface Config extends Values {}

/** All problems of a configuration, one per line. */
export class ConfigError extends Error {
  constructor(
    readonly problems: readonly string[],
    /** The settings without those that have a problem. */
    readonly valid: Config,
    readonly invalid: ReadonlySet<string>,
  ) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Settings with another one without which they do nothing. */
const pairs = [
  ['smtpUrl', 'smtpFrom'],
  ['s3AccessKeyId', 's3SecretAccessKey'],
  ['s3SecretAccessKey', 's3AccessKeyId'],
] as const satisfies readonly (readonly [keyof typeof variables, keyof typeof variables])[];

/** Reads the environment once. An empty variable counts as absent. @throws ConfigError that lists all problems */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const invalid = new Set<string>();
  for (const [key, variable] of Object.entries<Variable<unknown>>(variables)) {
    const text = env[variable.name] || variable.fallback;
    if (text === undefined) continue;
    try {
      values[key] = variable.parse(text);
    } catch (error) {
      problems.push(...problemsOf(variable, text, error as Error));
      invalid.add(key);
      if (variable.fallback !== undefined) values[key] = variable.parse(variable.fallback);
    }
  }
  const models = new OperatorModels(values.modelsFile as string | undefined, env);
  const ofModels = problemsOfModels(models);
  if (ofModels.length > 0) invalid.add('modelsFile');
  problems.push(...ofModels, ...unknownNames(env, models.variables));
  if (values.databaseUrl !== undefined && !env[variables.encryptionKey.name]) {
    invalid.add('encryptionKey');
    problems.push(
      `${variables.encryptionKey.name} is required with DATABASE_URL: 64 hexadecimal digits, for example from: openssl rand -hex 32`,
    );
  }
  if (values.role !== 'all' && values.databaseUrl === undefined && !invalid.has('databaseUrl')) {
    invalid.add('databaseUrl');
    problems.push(`SLUICE_ROLE ${String(values.role)} needs DATABASE_URL: processes with different roles share one database`);
  }
  if ((values.databaseReadUrls as readonly string[]).length > 0 && values.databaseUrl === undefined && !invalid.has('databaseUrl')) {
    invalid.add('databaseReadUrls');
    problems.push('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no standbys');
  }
  for (const [key, needed] of pairs) {
    if (values[key] === undefined || values[needed] !== undefined || invalid.has(needed)) continue;
    invalid.add(key);
    problems.push(`${variables[key].name} needs ${variables[needed].name}: it does nothing alone`);
  }
  if (values.metricsPort !== undefined && values.metricsPort === values.port) {
    invalid.add('metricsPort');
    problems.push(`SLUICE_METRICS_PORT must be another port than PORT, ${String(values.port)}`);
  }
  values.baseUrl ??= localAddress(values.port as number);
  values.models = models;
  const config = Object.freeze(values) as unknown as Config;
  if (problems.length > 0) throw new ConfigError(problems, config, invalid);
  return config;
}

/** The settings of a process that listens on `port`, which the system has chosen if `PORT` is 0. */
export function atPort(config: Config, port: number): Config {
  const baseUrl = config.baseUrl === localAddress(config.port) ? localAddress(port) : config.baseUrl;
  return Object.freeze(Object.assign({}, config, { port, baseUrl }));
}

function localAddress(port: number): string {
  return `http://localhost:${port}`;
}

function problemsOf({ name, secret }: Variable<unknown>, text: string, error: Error): string[] {
  if (error instanceof ProblemList) return error.problems.map((problem) => `${name} ${text}: ${problem}`);
  return [`${name} ${withoutUser(error.message, text)}${secret === true ? '' : `, got ${JSON.stringify(withoutUser(text, text))}`}`];
}

/** An address may have a password although none belongs there. */
function withoutUser(said: string, text: string): string {
  const users = [text, ...text.split(/[\s,]+/)].flatMap((part) => /\/\/.*@/.exec(part) ?? []);
  return users.flatMap((user) => [user, user.toLowerCase()]).reduce((rest, user) => rest.replaceAll(user, '//…@'), said);
}

function problemsOfModels(models: OperatorModels): string[] {
  try {
    models.read();
    return [];
  } catch (error) {
    if (error instanceof ProblemList) return error.problems.map((problem) => `${modelsFileVariable} ${models.path}: ${problem}`);
    throw error;
  }
}

/** A misspelt variable would have no effect, without any notice. */
function unknownNames(env: Readonly<Record<string, string | undefined>>, ofModels: readonly string[]): string[] {
  const known = new Set([...Object.values<Variable<unknown>>(variables), ...Object.values(remoteVariables)].map(({ name }) => name));
  return Object.keys(env)
    .filter((name) => name.startsWith('SLUICE_') && !known.has(name) && !ofModels.includes(name))
    .map((name) => {
      const near = nearestName(name, known);
      return `${name} is not a setting; ${near === undefined ? `see ${commandName} --help` : `did you mean ${near}?`}`;
    });
}

/** Whether a process with this role answers requests. Others answer health checks and metrics alone. */
export function answersRequests({ role }: Pick<Config, 'role'>): boolean {
  return role === 'all' || role === 'api';
}

/** Whether it works off jobs, timers, schedules and chores. */
export function worksOnJobs({ role }: Pick<Config, 'role'>): boolean {
  return role === 'all' || role === 'worker';
}

/** Whether it may follow events into views and the audit log. One process at a time does. */
export function followsEvents({ role }: Pick<Config, 'role'>): boolean {
  return role !== 'api';
}

/** What a supervisor passes to a process that it starts. Empty in a process that runs alone. */
export const supervised: { readonly label: string | undefined; readonly databaseDir: string | undefined } = {
  /** Which of the processes this is, in its log lines and metrics. */
  label: process.env['PROCESS_LABEL'] || undefined,
  /** The folder of the embedded database, which the supervisor runs. */
  databaseDir: process.env['PROCESS_DATABASE_DIR'] || undefined,
};
