import type { Locator } from 'playwright-core';
import { eventually } from '../eventually.js';

/** Waits until a control, or something in it, has the focus: keys that are pressed before go elsewhere. */
export async function focused(place: Locator): Promise<void> {
  await place.and(place.page().locator(':focus-within')).waitFor();
}

/** Gives a control the focus for good. A dialog or menu that closes hands the focus back some frames later, and takes it away again. */
export async function keepFocus(control: Locator): Promise<void> {
  await eventually(async () => {
    await control.focus();
    const page = control.page();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    if ((await control.and(page.locator(':focus')).count()) === 0) throw new Error('The focus was taken away');
  });
}

/** Opens a list by a key and selects one of its options by another. A list that opens moves the focus to its selected option some frames later. */
export async function selectByKey(button: Locator, option: string): Promise<void> {
  await button.press('Enter');
  const wanted = button.page().getByRole('option', { name: option });
  await keepFocus(wanted);
  await wanted.press('Enter');
}
