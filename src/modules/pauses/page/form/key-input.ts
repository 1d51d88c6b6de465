import { markup, type Html } from '#edge/answer/markup.js';

/** The input for an API key. Browsers are asked not to store it, and no page contains a key. */
export function keyInput(id: string, problem?: string): Html {
  const names = problem === undefined ? `${id}-hint` : `${id}-hint ${id}-problem`;
  const typing = markup`autocomplete="off" autocapitalize="none" spellcheck="false"`;
  const state = markup`aria-describedby="${names}"${problem !== undefined && markup` aria-invalid="true"`}`;
  return markup`<div class="field">
    <label for="${id}">API key</label>
    <p class="hint" id="${id}-hint">It is used once, to see who you are, and kept nowhere.</p>
    ${problem !== undefined && markup`<p class="problem" id="${id}-problem">${problem}</p>`}
    <input type="password" id="${id}" name="key" required ${typing} ${state}>
  </div>`;
}
