import type { Locator, Page } from 'playwright-core';

const mostKeys = 80;

/** A person without a mouse: presses keys, and nothing else. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Presses a key until a control has the focus. @throws Error with the controls that had it instead */
  async reach(control: Locator, key = 'Tab'): Promise<void> {
    await control.first().waitFor();
    const passed: string[] = [];
    while (passed.length < mostKeys) {
      if ((await control.and(this.page.locator(':focus')).count()) > 0) return;
      await this.page.keyboard.press(key);
      passed.push(await this.page.evaluate(focusedOne));
    }
    throw new Error(`${String(control)} is not reached with ${key}. The focus went to ${passed.join(', ')}`);
  }

  /** Reaches a button or a link, and presses Enter on it. */
  async use(control: Locator): Promise<void> {
    await this.reach(control);
    await this.press('Enter');
  }

  /** Opens a menu or a select, and chooses from it. */
  async choose(button: Locator, item: Locator): Promise<void> {
    await this.use(button);
    // What opens puts the focus on one of its entries first.
    await this.page.locator('[role="menu"], [role="listbox"]').filter({ has: item }).locator(':focus').waitFor();
    await this.reach(item, 'ArrowDown');
    await this.press('Enter');
    await item.waitFor({ state: 'detached' });
  }

  /** Chooses one of a group of choices, all of which are in sight. */
  async pick(group: Locator, choice: Locator, key = 'Tab'): Promise<void> {
    await this.reach(group.getByRole('radio'), key);
    const others = await group.getByRole('radio').count();
    await this.press(...Array.from({ length: others }, () => 'ArrowLeft'));
    await this.reach(choice, 'ArrowRight');
    await this.press(' ');
    await choice.and(this.page.locator('[aria-checked="true"]')).waitFor();
  }

  /** Leaves the navigation behind, as the first stop of each page offers. */
  async skipToContent(): Promise<void> {
    await this.use(this.page.getByRole('link', { name: 'Skip to content' }));
  }
}

const focusedOne = `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').slice(0, 40)`;
