import { createHash } from 'node:crypto';
import { markup } from '#edge/answer/markup.js';

/** The whole style of the page. The page fetches no style and has no style attributes. */
export const styleSheet = markup`<style>
  :root {
    color-scheme: light dark;
    --paper: #ffffff;
    --ground: #f3f4f6;
    --ink: #16181d;
    --quiet: #4b5160;
    --line: #767c8a;
    --accent: #1d4fc4;
    --on-accent: #ffffff;
    --wrong: #b3141f;
    --good: #14663a;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --paper: #1d2027;
      --ground: #121419;
      --ink: #eceef3;
      --quiet: #b4bac8;
      --line: #8a91a1;
      --accent: #9dbcff;
      --on-accent: #10131a;
      --wrong: #ff9c9c;
      --good: #8fdcae;
    }
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    background: var(--ground);
    color: var(--ink);
    font:
      1rem/1.5 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Open Sans',
      sans-serif;
    overflow-wrap: anywhere;
  }
  main {
    max-width: 44rem;
    margin: 0 auto;
    padding: 1rem;
  }
  section,
  .notice {
    margin: 1rem 0;
    padding: 1rem;
    border-radius: 0.5rem;
    background: var(--paper);
  }
  h1 {
    margin: 0.5rem 0;
    font-size: 1.5rem;
  }
  h2 {
    margin: 0 0 0.5rem;
    font-size: 1.25rem;
  }
  h3 {
    margin: 1rem 0 0.25rem;
    font-size: 1rem;
  }
  a {
    color: var(--accent);
  }
  .quiet {
    color: var(--quiet);
  }
  .text {
    white-space: pre-wrap;
  }
  .wide {
    overflow-x: auto;
  }
  pre {
    margin: 0;
    font-size: 0.875rem;
  }
  dl,
  ol,
  ul {
    margin: 0.25rem 0;
  }
  ol,
  ul {
    padding-left: 1.5rem;
  }
  dl > div {
    padding: 0.25rem 0;
  }
  dt {
    color: var(--quiet);
    font-size: 0.875rem;
  }
  dd {
    margin: 0;
  }
  dd > dl,
  dd > ol {
    border-left: 2px solid var(--line);
    padding-left: 0.75rem;
  }
  dd > ol {
    padding-left: 2rem;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 0.25rem 0.75rem 0.25rem 0;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: normal;
  }
  .answer {
    margin-top: 1rem;
    border-top: 1px solid var(--line);
  }
  .field {
    margin: 1rem 0;
  }
  label {
    display: block;
    font-weight: 600;
  }
  .choice label {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    min-height: 2.75rem;
  }
  .hint {
    margin: 0 0 0.25rem;
    color: var(--quiet);
    font-size: 0.875rem;
    font-weight: 400;
  }
  input,
  select,
  textarea {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.5rem;
    border: 1px solid var(--line);
    border-radius: 0.25rem;
    background: var(--paper);
    color: var(--ink);
    font: inherit;
  }
  textarea {
    min-height: 6rem;
    field-sizing: content;
    max-height: 30rem;
  }
  .json {
    font-family: ui-monospace, monospace;
    font-size: 0.875rem;
  }
  input[type='checkbox'] {
    flex: none;
    width: 1.5rem;
    min-height: 1.5rem;
    accent-color: var(--accent);
  }
  input[type='file'] {
    cursor: pointer;
  }
  ::file-selector-button {
    min-height: 1.75rem;
    margin-inline-end: 0.75rem;
    padding: 0 0.75rem;
    border: 1px solid var(--line);
    border-radius: 0.25rem;
    background: var(--ground);
    color: var(--ink);
    font: inherit;
    cursor: pointer;
  }
  [aria-invalid] {
    border: 2px solid var(--wrong);
  }
  .problem {
    margin: 0 0 0.25rem;
    color: var(--wrong);
    font-weight: 600;
  }
  .notice {
    border: 2px solid var(--good);
  }
  .notice.wrong {
    border-color: var(--wrong);
  }
  .notice.wrong a {
    color: var(--wrong);
  }
  button {
    min-height: 2.75rem;
    padding: 0.5rem 1.5rem;
    border: 0;
    border-radius: 0.25rem;
    background: var(--accent);
    color: var(--on-accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }
  @media (forced-colors: active) {
    button {
      border: 1px solid;
    }
  }
</style>`;

const text = styleSheet.toString().replace(/^<style>|<\/style>$/g, '');

/** The hash of the style sheet for the content security policy, which allows no other style. */
export const styleSource = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
