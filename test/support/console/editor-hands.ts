import type { Locator, Page } from 'playwright-core';
import { focused } from './focus.js';
import { Keyboard } from './keyboard.js';

/** What a person does in the editor: with a mouse, or with keys alone. */
export interface EditorHands {
  /** Presses a button, a link or a tab. */
  press(control: Locator): Promise<void>;
  /** Replaces what is in a field. */
  fill(field: Locator, text: string): Promise<void>;
  /** Replaces what is in a field of code. */
  write(field: Locator, code: string): Promise<void>;
  /** Chooses one of a few words that are side by side. */
  pick(group: Locator, choice: string): Promise<void>;
  /** Ticks a box, or takes the tick away. */
  tick(box: Locator): Promise<void>;
  /** Opens a menu or a list, and chooses from it. */
  choose(button: Locator, item: Locator): Promise<void>;
  /** Opens a tab of the panel. */
  tab(name: string): Promise<void>;
  /** Selects a block, and goes to its form. */
  select(name: string): Promise<Locator>;
  /** Goes to the form of the block that is selected on the canvas. */
  enter(name: string): Promise<void>;
  /** Adds a block after another one. It is selected then. */
  addAfter(name: string, type: string): Promise<void>;
  /** Adds a block inside a container. It is selected then. */
  addInside(name: string, type: string): Promise<void>;
  /** Chooses from the list that is open. */
  take(title: string, choice: string): Promise<void>;
  connect(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export const canvasOf = (page: Page): Locator => page.getByRole('group', { name: 'Draft', exact: true });

/** Selects a block with the mouse. All blocks are brought into the window first: a person cannot press what is outside of it. */
export async function pressBlock(page: Page, name: string | RegExp): Promise<void> {
  await canvasOf(page).getByRole('button', { name: 'Show all', exact: true }).click();
  await canvasOf(page).getByRole('button', { name }).click();
}

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'About the workflow' });
export const formOf = (page: Page, name: string): Locator => panelOf(page).getByRole('region', { name: `Block ${name}`, exact: true });
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('tree', { name: 'Outline' }).getByRole('treeitem', { name: new RegExp(`^${name}, `, 'u') });
const tabOf = (page: Page, name: string): Locator => panelOf(page).getByRole('tab', { name: new RegExp(`^${name}\\b`, 'u') });
const list = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });

export class MouseHands implements EditorHands {
  constructor(private readonly page: Page) {}

  press(control: Locator): Promise<void> {
    return control.click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    await field.click();
    await field.fill(text);
    await field.blur();
  }

  async write(field: Locator, code: string): Promise<void> {
    await field.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(code);
    await field.blur();
  }

  pick(group: Locator, choice: string): Promise<void> {
    return group.getByRole('radio', { name: choice, exact: true }).click();
  }

  tick(box: Locator): Promise<void> {
    return box.locator('xpath=ancestor::label').click();
  }

  async choose(button: Locator, item: Locator): Promise<void> {
    await button.click();
    await item.click();
    await item.waitFor({ state: 'detached' });
  }

  async tab(name: string): Promise<void> {
    await tabOf(this.page, name).click();
  }

  async select(name: string): Promise<Locator> {
    await rowOf(this.page, name).click();
    await this.tab('Block');
    const form = formOf(this.page, name);
    await form.waitFor();
    return form;
  }

  enter(name: string): Promise<void> {
    return formOf(this.page, name).waitFor();
  }

  async addAfter(name: string, type: string): Promise<void> {
    await this.select(name);
    await canvasOf(this.page).getByRole('button', { name: 'Add a block (/)' }).click();
    await this.take('Add a block', type);
  }

  async addInside(name: string, type: string): Promise<void> {
    const form = await this.select(name);
    await form.getByRole('button', { name: 'Add a block inside (i)' }).click();
    await this.take('Add a block', type);
  }

  async connect(from: string, to: string): Promise<void> {
    await canvasOf(this.page).getByRole('button', { name: 'Show all' }).click();
    const [begin, end] = [await this.handleOf(from, 'source'), await this.handleOf(to, 'target')];
    await this.page.mouse.move(begin.x, begin.y);
    await this.page.mouse.down();
    await this.page.mouse.move((begin.x + end.x) / 2, (begin.y + end.y) / 2, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async remove(name: string): Promise<void> {
    const form = await this.select(name);
    await form.getByRole('button', { name: 'Remove', exact: true }).click();
    await form.waitFor({ state: 'detached' });
  }

  async take(title: string, choice: string): Promise<void> {
    await list(this.page, title).getByRole('menuitem', { name: choice, exact: true }).click();
    await list(this.page, title).waitFor({ state: 'detached' });
  }

  private async handleOf(name: string, handle: string): Promise<{ readonly x: number; readonly y: number }> {
    const box = await canvasOf(this.page)
      .getByRole('group', { name: new RegExp(`^${name}, `, 'u') })
      .locator(`[data-handleid="${handle}"]`)
      .boundingBox();
    if (box === null) throw new Error(`${name} has no handle ${handle} in sight`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

export class KeyboardHands implements EditorHands {
  private readonly keys: Keyboard;

  constructor(private readonly page: Page) {
    this.keys = new Keyboard(page);
  }

  async press(control: Locator): Promise<void> {
    await this.reach(control);
    await this.keys.press('Enter');
  }

  async fill(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.keys.press('ControlOrMeta+a', 'Backspace');
    await this.keys.type(text);
    // A list of names that is still open would take Tab.
    await this.keys.press('Shift+Tab');
  }

  async write(field: Locator, code: string): Promise<void> {
    await this.fill(field, code);
  }

  pick(group: Locator, choice: string): Promise<void> {
    return this.keys.pick(group, group.getByRole('radio', { name: choice, exact: true }));
  }

  async tick(box: Locator): Promise<void> {
    await this.reach(box);
    await this.keys.press(' ');
  }

  async choose(button: Locator, item: Locator): Promise<void> {
    await this.reach(button);
    await this.keys.choose(button, item);
    // A list that closes hands the focus back some frames later.
    await this.page.locator(':focus').first().waitFor({ state: 'attached' });
  }

  async tab(name: string): Promise<void> {
    await this.reach(panelOf(this.page).getByRole('tab', { selected: true }));
    await this.keys.reach(tabOf(this.page, name), 'ArrowRight');
  }

  async select(name: string): Promise<Locator> {
    await this.goTo(name);
    await this.enter(name);
    return formOf(this.page, name);
  }

  async enter(name: string): Promise<void> {
    await focused(canvasOf(this.page).getByRole('button', { name: new RegExp(`^${name} `, 'u') }));
    await this.keys.press('Enter');
    await focused(formOf(this.page, name).getByRole('textbox').first());
  }

  async addAfter(name: string, type: string): Promise<void> {
    await this.goTo(name);
    await this.keys.press('/');
    await this.take('Add a block', type);
  }

  async addInside(name: string, type: string): Promise<void> {
    await this.goTo(name);
    await this.keys.press('i');
    await this.take('Add a block', type);
  }

  async connect(from: string, to: string): Promise<void> {
    await this.goTo(from);
    await this.keys.press('c');
    await this.take(`Connect ${from}`, to);
  }

  async remove(name: string): Promise<void> {
    await this.goTo(name);
    await this.keys.press('Delete');
    await rowOf(this.page, name).waitFor({ state: 'detached' });
  }

  /** Tab on a selected block adds another one, so what comes before is reached backwards. */
  private async reach(control: Locator): Promise<void> {
    const isBefore = await control.first().evaluate((element) => {
      const { activeElement, body } = element.ownerDocument;
      return activeElement !== body && activeElement !== null && (element.compareDocumentPosition(activeElement) & 4) !== 0;
    });
    await this.keys.reach(control, isBefore ? 'Shift+Tab' : 'Tab');
  }

  /** Goes to a block on the canvas. Letters belong to fields: the outline is reached first. */
  private async goTo(name: string): Promise<void> {
    await this.keys.reach(this.page.getByRole('tree', { name: 'Outline' }).getByRole('treeitem'), 'Shift+Tab');
    await this.keys.press('f');
    await this.take('Go to a block', name);
    await focused(canvasOf(this.page).getByRole('button', { name: new RegExp(`^${name} `, 'u') }));
  }

  async take(title: string, choice: string): Promise<void> {
    const dialog = list(this.page, title);
    await focused(dialog.getByRole('searchbox'));
    await this.keys.type(choice);
    const item = dialog.getByRole('menuitem', { name: choice, exact: true }).first();
    await item.waitFor();
    while ((await item.and(dialog.locator('[data-focused]')).count()) === 0) await this.keys.press('ArrowDown');
    await this.keys.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
}
