import { markup, type Html } from './markup.js';

/** Where somebody types an API key in. Browsers are asked not to keep it, and the page never holds it. */
export function keyInput(id: string, problem: string | undefined): Html {
  const message = problem === undefined ? null : markup`<p class="problem" id="${id}-problem">${problem}</p>`;
  const invalid = problem === undefined ? null : markup`aria-invalid="true"`;
  const describedBy = problem === undefined ? `${id}-hint` : `${id}-hint ${id}-problem`;
  return markup`<div class="field">
    <label for="${id}">API key</label>
    <p class="hint" id="${id}-hint">It is used once, to see who you are, and kept nowhere.</p>
    ${message}<input
      type="password"
      id="${id}"
      name="key"
      required
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-describedby="${describedBy}"
      ${invalid}
    />
  </div>`;
}
