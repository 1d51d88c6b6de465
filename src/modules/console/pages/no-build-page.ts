import { pageTokens } from '#edge/prepared/page-tokens.js';
import { markup } from '#edge/answer/markup.js';

/** What a browser sees on a server without a build of the console. */
export function noBuildPage(nonce: string): string {
  const page = markup`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Sluice</title>
      <link rel="icon" href="data:," />
      <style nonce="${nonce}">
        ${pageTokens}
        body { margin: 15vh auto; max-width: 32rem; padding: 0 1rem; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
        h1 { font-size: 20px; font-weight: 600; }
        a { color: var(--accent); }
      </style>
    </head>
    <body>
      <main>
        <h1>The console has not been built</h1>
        <p>The server runs, and its API works. To build the console, run <code>npm install</code> and <code>npm run build</code> in the folder of
        the server, and load this page again.</p>
        <p><a href="/docs">API reference</a></p>
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}
