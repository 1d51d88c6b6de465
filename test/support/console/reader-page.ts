import type { Browser } from 'playwright-core';
import { userWithPassword } from '../signed-in.js';
import type { WatchedPage } from '../watched-page.js';
import { signedInPage, type ConsoleWorld } from './console-world.js';

/** A page in which a person has signed in who may read in the workspace and nothing else. */
export async function readerPage(browser: Browser, world: ConsoleWorld, path?: string): Promise<WatchedPage> {
  const { server, workspaceId } = world;
  const { email } = await userWithPassword(server);
  await server.as(server.first.apiKey).post(`/api/v1/workspaces/${workspaceId}/members`).send({ email, permission: 'read' }).expect(200);
  return signedInPage(browser, { ...world, email }, path === undefined ? {} : { path });
}
