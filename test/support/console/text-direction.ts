import type { Page } from 'playwright-core';

/**
 * Texts that turn the direction of what is beside them: those with a character that overrides it, in the same line as other texts and not
 * kept apart.
 */
export function leaksOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(search);
}

const search = `(() => {
  const found = new Set();
  const apart = (element) => {
    const { display, unicodeBidi } = getComputedStyle(element);
    if (/isolate|plaintext/.test(unicodeBidi)) return 'apart';
    return display.startsWith('inline') && display === 'inline' ? 'inline' : 'block';
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.data;
    const closed = (text.match(/[\\u202C]/g) ?? []).length;
    if ((text.match(/[\\u202A\\u202B\\u202D\\u202E]/g) ?? []).length <= closed) continue;
    let element = node.parentElement;
    if (element === null || /^(SCRIPT|STYLE|TEXTAREA|TITLE)$/.test(element.tagName)) continue;
    let kind = apart(element);
    while (kind === 'inline' && element.parentElement !== null) kind = apart((element = element.parentElement));
    if (kind === 'apart') continue;
    // A separate paragraph ends the direction, too: what comes after the text in it is turned.
    const rest = element.textContent.slice(element.textContent.indexOf(text) + text.length).trim();
    if (rest !== '') found.add(element.outerHTML.slice(0, 300));
  }
  return [...found];
})()`;
