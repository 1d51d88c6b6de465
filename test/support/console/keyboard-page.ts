import type { Browser, Page } from 'playwright-core';
import { signedInPage, type ConsoleWorld } from './console-world.js';
import { Keyboard } from './keyboard.js';

export interface KeyboardPage {
  readonly page: Page;
  readonly keys: Keyboard;
}

/** A page of a person without a mouse who has signed in, and has left the navigation behind. */
export async function keyboardPage(
  browser: Browser,
  person: Pick<ConsoleWorld, 'server' | 'email' | 'workspaceId'>,
  path: string,
): Promise<KeyboardPage> {
  const { page } = await signedInPage(browser, person, { path });
  const keys = new Keyboard(page);
  await keys.skipToContent();
  return { page, keys };
}
