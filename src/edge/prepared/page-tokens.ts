import { markup } from '#edge/answer/markup.js';

/** The colours of pages for people, in both themes. */
export const pageTokens = markup`:root {
    color-scheme: light dark;
    --paper: oklch(1 0 0);
    --ground: oklch(0.985 0.002 250);
    --ink: oklch(0.24 0.012 255);
    --quiet: oklch(0.5 0.014 255);
    --hairline: oklch(0.92 0.004 250);
    --line: oklch(0.62 0.012 250);
    --accent: oklch(0.52 0.13 235);
    --on-accent: oklch(1 0 0);
    --wrong: oklch(0.53 0.19 25);
    --good: oklch(0.52 0.13 155);
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --paper: oklch(0.21 0.011 255);
      --ground: oklch(0.17 0.01 255);
      --ink: oklch(0.95 0.004 250);
      --quiet: oklch(0.72 0.012 255);
      --hairline: oklch(0.3 0.012 255);
      --line: oklch(0.55 0.014 255);
      --accent: oklch(0.72 0.12 230);
      --on-accent: oklch(0.17 0.01 255);
      --wrong: oklch(0.72 0.16 25);
      --good: oklch(0.74 0.14 155);
    }
  }`;
