import { WrongUsage } from '../failure.js';
import { profileNamed, type Profile, type Profiles } from './profile-file.js';

/** What a user said about the server to call. */
export interface ServerChoice {
  /** `--url` */
  readonly url: string | undefined;
  /** `--profile` */
  readonly profile: string | undefined;
  /** SLUICE_URL, SLUICE_API_KEY and SLUICE_WORKSPACE, from the environment or from `.env`. */
  readonly environment: { readonly url: string | undefined; readonly apiKey: string | undefined; readonly workspace: string | undefined };
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
 * sent to no other address than the one that it was stored with. @throws CommandFailed when the profile does not exist
 */
export function selectServer({ url, profile, environment, defaultUrl }: ServerChoice, profiles: Profiles): RemoteSettings {
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
