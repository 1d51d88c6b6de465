import { markup, type HtmlPart } from '#edge/answer/markup.js';
import { styleSheet } from './style-sheet.js';

/** A whole page. Tabs and screen readers show `title`. */
export function document(title: string, content: HtmlPart): string {
  const page = markup`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      ${styleSheet}
    </head>
    <body>
      <main>${content}</main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}
