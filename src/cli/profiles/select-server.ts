import { CommandFailed, WrongUsage } from '../failure.js';
import { profileNamed, type Profile, type Profiles } from './profile-file.js';

/** SLUICE_URL, SLUICE_API_KEY and SLUICE_WORKSPACE. */
export interface RemoteEnvironment {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly workspace: string | undefined;
}

/** What a user said about the server to call. */
export interface ServerChoice {
  /** `--url` */
  readonly url: string | undefined;
  /** `--profile` */
  readonly profile: string | undefined;
  /** From the shell, and from `.env` what the shell has not set. */
  readonly environment: RemoteEnvironment;
  /** The parts of which `environment` is made. */
  readonly shell: RemoteEnvironment;
  readonly file: RemoteEnvironment;
  /** The address without any choice. */
  readonly defaultUrl: string;
}

/** The settings of commands that call a server. */
export interface RemoteSettings {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly workspace: string | undefined;
}

/**
 * Selects the server: `--url` and `--profile` before the environment, and the environment before the current profile. A stored key is
 * sent to no other address than the one that it was stored with. @throws CommandFailed when the profile does not exist, or when the address is of
 * `.env` and the key of the shell, or the other way round
 */
export function selectServer(choice: ServerChoice, profiles: Profiles): RemoteSettings {
  const { url, profile, environment, defaultUrl } = choice;
  if (url === undefined && profile === undefined) requireOneSource(choice);
  const named = profile === undefined ? undefined : profileNamed(profiles, profile);
  const stored = named ?? currentProfile(profiles);
  const isFromEnvironment = named === undefined && (environment.url !== undefined || environment.apiKey !== undefined);
  const selectedUrl = withoutSlash(url ?? (isFromEnvironment ? environment.url : stored?.url) ?? defaultUrl);
  const usable = stored?.url === selectedUrl ? stored : undefined;
  return {
    url: selectedUrl,
    apiKey: named === undefined ? (environment.apiKey ?? usable?.apiKey) : usable?.apiKey,
    workspace: (named === undefined ? environment.workspace : undefined) ?? usable?.workspace ?? undefined,
  };
}

/** The key of a folder, or of the shell, is for the server of the same place. */
function requireOneSource({ environment: { url, apiKey }, shell, file }: ServerChoice): void {
  if (url === undefined || apiKey === undefined) return;
  const isUrlOfShell = shell.url !== undefined;
  if (isUrlOfShell === (shell.apiKey !== undefined) || (file.url === url && file.apiKey === apiKey)) return;
  const [ofUrl, ofKey] = isUrlOfShell ? ['the shell', '.env'] : ['.env', 'the shell'];
  throw new CommandFailed(
    `SLUICE_URL is set in ${ofUrl} and SLUICE_API_KEY in ${ofKey}, so the key may be of another server. Set both in one place, or name the server with --url`,
  );
}

function currentProfile({ current, profiles }: Profiles): Profile | undefined {
  return current === null ? undefined : Object.entries(profiles).find(([name]) => name === current)?.[1];
}

export function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Reads the address that an option or an argument has. @throws WrongUsage */
export function addressOf(what: string): (text: string) => string {
  return (text) => {
    if (!isAddress(text)) throw new WrongUsage(`${what} must be an address such as http://localhost:3000, got "${text}"`);
    return text;
  };
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
