import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCuttingProxy } from '../cutting-proxy.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { LoginProvider, loginClient } from './login-provider.js';

/** A server at whose base address people sign in with accounts at a provider. */
export interface LoginWorld {
  readonly server: TestApp;
  readonly provider: LoginProvider;
  /** The base address of the server. */
  readonly base: string;
  close(): Promise<void>;
}

type Settings = Readonly<Record<string, unknown>>;

/**
 * @param providers further settings of each provider, by its id; all of them are the same issuer
 * @param start starts the server with these variables
 */
export async function startLoginWorld<World extends { readonly server: TestApp }>(
  providers: Readonly<Record<string, Settings>>,
  start: (env: Readonly<Record<string, string>>) => Promise<World>,
): Promise<LoginWorld & World> {
  const provider = await LoginProvider.start();
  const front = await startCuttingProxy('http://127.0.0.1:9');
  await provider.register(...Object.keys(providers).map((id) => `${front.url}/auth/oidc/${id}/callback`));
  const folder = mkdtempSync(join(tmpdir(), 'sluice-oidc-'));
  const file = join(folder, 'oidc.json');
  const { client_id: clientId, client_secret: clientSecret } = loginClient;
  const known = Object.entries(providers).map(([id, more]) => ({
    id,
    name: `The ${id} account`,
    issuer: provider.url,
    clientId,
    clientSecret,
    ...more,
  }));
  writeFileSync(file, JSON.stringify({ providers: known }));
  const world = await start({ SLUICE_BASE_URL: front.url, SLUICE_OIDC_FILE: file, SLUICE_TRUSTED_PROXIES: '127.0.0.1' });
  front.turnTo(world.server.url);
  const close = async (): Promise<void> => {
    await world.server.close();
    await front.close();
    await provider.close();
    rmSync(folder, { recursive: true });
  };
  return { ...world, provider, base: front.url, close };
}

export function startLogins(providers: Readonly<Record<string, Settings>>): Promise<LoginWorld> {
  return startLoginWorld(providers, async (env) => ({ server: await startTestApp({ env }) }));
}
