import { markup, type Html } from '#edge/answer/markup.js';

/** The problems of the form, at the top of the page and announced by screen readers, with a link to each field. */
export function errorSummary(problems: readonly { readonly id: string | null; readonly message: string }[]): Html | null {
  if (problems.length === 0) return null;
  const items = problems.map(({ id, message }) => markup`<li>${id === null ? message : markup`<a href="#${id}">${message}</a>`}</li>`);
  return markup`<div class="notice wrong" role="alert" tabindex="-1" autofocus>
    <h2>That did not work</h2>
    <ul>${items}</ul>
  </div>`;
}
