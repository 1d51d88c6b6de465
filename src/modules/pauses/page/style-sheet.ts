import { createHash } from 'node:crypto';
import { markup } from '#edge/answer/markup.js';
import { pageTokens } from '#edge/prepared/page-tokens.js';

/** The whole style of the page. The page fetches no style and has no style attributes. */
export const styleSheet = markup`<style>
  ${pageTokens}
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    background: var(--ground);
    color: var(--ink);
    font:
      0.875rem/1.43 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Open Sans',
      sans-serif;
    overflow-wrap: anywhere;
  }
  main {
    max-width: 40rem;
    margin: 0 auto;
    padding: 1.5rem 1rem;
  }
  section,
  .notice {
    margin: 1rem 0;
    padding: 1rem 1.25rem;
    border: 1px solid var(--hairline);
    border-radius: 0.625rem;
    background: var(--paper);
  }
  h1 {
    margin: 0 0 0.25rem;
    font-size: 1.25rem;
    font-weight: 600;
    line-height: 1.4;
  }
  h2 {
    margin: 0 0 0.25rem;
    font-size: 1rem;
    font-weight: 600;
  }
  h3 {
    margin: 1rem 0 0.25rem;
    font-size: 0.875rem;
    font-weight: 600;
  }
  p {
    margin: 0 0 0.5rem;
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
    font-size: 0.75rem;
    line-height: 1.33;
  }
  dd {
    margin: 0;
  }
  dd > dl,
  dd > ol {
    border-left: 1px solid var(--hairline);
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
    border-bottom: 1px solid var(--hairline);
    font-variant-numeric: tabular-nums;
    text-align: start;
    vertical-align: top;
    overflow-wrap: normal;
  }
  .facts > dl {
    font-variant-numeric: tabular-nums;
  }
  .answer {
    margin-top: 1rem;
    border-top: 1px solid var(--hairline);
  }
  details {
    margin: 1rem 0;
  }
  summary {
    padding: 0.5rem 0;
    color: var(--accent);
    cursor: pointer;
  }
  .decision {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin: 1rem 0 0;
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
    font-size: 0.75rem;
    font-weight: 400;
  }
  input,
  select,
  textarea {
    width: 100%;
    min-height: 2rem;
    padding: 0.25rem 0.5rem;
    border: 1px solid var(--line);
    border-radius: 0.375rem;
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
    font-size: 0.78rem;
  }
  input[type='checkbox'] {
    flex: none;
    width: 1.25rem;
    min-height: 1.25rem;
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
    min-height: 2rem;
    padding: 0.25rem 1rem;
    border: 1px solid transparent;
    border-radius: 0.375rem;
    background: var(--accent);
    color: var(--on-accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  .second {
    border-color: var(--line);
    background: transparent;
    color: var(--ink);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  @media (max-width: 45rem), (pointer: coarse) {
    input,
    select,
    summary,
    button {
      min-height: 2.75rem;
    }
    /* Smaller fields make phones zoom in. */
    input,
    select,
    textarea {
      font-size: 1rem;
    }
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
