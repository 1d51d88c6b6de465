import { markup } from '#edge/answer/markup.js';

/** The viewer with the colours, the type and the shapes of the console, in both themes. */
export const viewerStyle = markup`<style>
  :root {
    --scalar-font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
    --scalar-font-code: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    --scalar-radius: 6px;
    --scalar-radius-lg: 6px;
    --scalar-radius-xl: 10px;
    --scalar-bold: 600;
    --scalar-semibold: 500;
  }
  .light-mode {
    --scalar-background-1: oklch(1 0 0);
    --scalar-background-2: oklch(0.985 0.002 250);
    --scalar-background-3: oklch(0.955 0.003 250);
    --scalar-background-accent: oklch(0.52 0.13 235 / 0.08);
    --scalar-border-color: oklch(0.92 0.004 250);
    --scalar-color-1: oklch(0.24 0.012 255);
    --scalar-color-2: oklch(0.45 0.014 255);
    --scalar-color-3: oklch(0.5 0.014 255);
    --scalar-color-accent: oklch(0.52 0.13 235);
    --scalar-color-green: oklch(0.5 0.13 155);
    --scalar-color-red: oklch(0.53 0.19 25);
    --scalar-color-yellow: oklch(0.53 0.12 70);
    --scalar-color-orange: oklch(0.53 0.12 70);
    --scalar-color-blue: oklch(0.52 0.13 235);
    --scalar-color-purple: oklch(0.52 0.15 295);
    --scalar-sidebar-background-1: oklch(0.985 0.002 250);
  }
  .dark-mode {
    --scalar-background-1: oklch(0.17 0.01 255);
    --scalar-background-2: oklch(0.21 0.011 255);
    --scalar-background-3: oklch(0.245 0.012 255);
    --scalar-background-accent: oklch(0.72 0.12 230 / 0.1);
    --scalar-border-color: oklch(0.3 0.012 255);
    --scalar-color-1: oklch(0.95 0.004 250);
    --scalar-color-2: oklch(0.8 0.01 255);
    --scalar-color-3: oklch(0.72 0.012 255);
    --scalar-color-accent: oklch(0.72 0.12 230);
    --scalar-color-green: oklch(0.74 0.14 155);
    --scalar-color-red: oklch(0.72 0.16 25);
    --scalar-color-yellow: oklch(0.79 0.14 80);
    --scalar-color-orange: oklch(0.79 0.14 80);
    --scalar-color-blue: oklch(0.72 0.12 230);
    --scalar-color-purple: oklch(0.74 0.13 295);
    --scalar-sidebar-background-1: oklch(0.17 0.01 255);
  }
</style>`;
