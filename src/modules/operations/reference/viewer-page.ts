import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { projectFile } from '#host/project-file.js';
import { markup } from '#edge/answer/markup.js';
import type { ApiDescription } from './api-description.js';
import { viewerStyle } from './viewer-style.js';

/** The script of the viewer as gzip, and the first characters of its digest, for its address. */
export interface ViewerScript {
  readonly gzip: Buffer;
  readonly digest: string;
}

/** Reads the script that `tools/vendor.js` prepared. */
export function readViewerScript(): ViewerScript {
  const gzip = readFileSync(projectFile('vendor/scalar/viewer.js.gz'));
  return { gzip, digest: createHash('sha256').update(gzip).digest('hex').slice(0, 16) };
}

/**
 * Starts the viewer. It requests nothing but the document: fonts, telemetry, proxy and services of its makers are off. It sends trial
 * requests to the address of the page, because the content security policy permits no other.
 */
const start = markup`<script>
  Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    servers: [{ url: location.origin }],
    withDefaultFonts: false,
    theme: 'none',
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    modelsSectionLabel: 'Schemas',
    showDeveloperTools: 'never',
    persistAuth: false,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  });
</script>`;

const startText = start.toString().replace(/^<script>|<\/script>$/g, '');
const startDigest = createHash('sha256').update(startText).digest('base64');

/** The page of the viewer. Without scripts it leads to the plain page. */
export function viewerPage({ title, version }: ApiDescription['info'], { digest }: ViewerScript): string {
  const page = markup`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} API ${version}</title>
      ${viewerStyle}
      <noscript><meta http-equiv="refresh" content="0; url=/docs/plain" /></noscript>
    </head>
    <body>
      <div id="reference"></div>
      <noscript><a href="/docs/plain">The API reference without scripts</a></noscript>
      <script src="/docs/viewer-${digest}.js"></script>
      ${start}
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}

/**
 * The headers of the page. Scripts: the viewer and its start. The viewer writes style attributes, for which there is no digest; styles
 * cannot load anything, since no source of images and fonts but this server and the page itself is allowed.
 */
export const viewerHeaders = new Map([
  ['Content-Type', 'text/html; charset=utf-8'],
  [
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `script-src 'self' 'sha256-${startDigest}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; '),
  ],
  ['Cache-Control', 'no-cache'],
]);
