import type { Locator, Page } from 'playwright-core';

/** What a person does with a mouse and a keyboard, counted: a click, a key, and a text that is typed or pasted are one step each. */
export class CountedSteps {
  #count = 0;

  constructor(private readonly page: Page) {}

  get count(): number {
    return this.#count;
  }

  async click(target: Locator): Promise<void> {
    this.#count += 1;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.#count += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.#count += 1;
    await this.page.keyboard.insertText(text);
  }
}
