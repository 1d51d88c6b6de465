import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from './compressed.ts';

const server = `http://localhost:${process.env['PORT'] ?? '3000'}`;

/** The console is in English: the texts that its parts have in other languages stay away. */
const english: Plugin = {
  name: 'english',
  load: (id) =>
    /\/react-[a-z-]+\/dist\/private\/intl\/(?:\w+\/)?(?!en-US)[\w-]+\.mjs$/.test(id) ? 'export default undefined;' : undefined,
};

/** Packages that the editor alone uses. */
const code = /node_modules\/(@codemirror|@lezer|@marijn|acorn|crelt|style-mod|w3c-keyname)\//;
/** A package of one page. */
const page = /node_modules\/qr\//;
const canvas = /node_modules\/(@xyflow|@dagrejs|d3-[a-z]+|zustand|classcat)\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), english, compressed()],
  // The pure code of the server, by its subpath imports.
  resolve: { conditions: ['sluice-browser', 'sluice-source', 'module', 'browser', 'development|production'] },
  // The server puts a nonce of each response in the place of this text.
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // One sheet, so that the order of its layers is that of the tokens.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    manifest: 'manifest.json',
    // Packages change seldom: browsers keep their files when the console changes. Those of the editor are loaded with it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A group takes what its packages import, too: what all pages share is taken first.
            {
              name: 'packages',
              test: (id) => id.includes('node_modules') && ![code, canvas, page].some((each) => each.test(id)),
              priority: 2,
            },
            { name: 'code', test: code },
            { name: 'canvas', test: canvas },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  logLevel: 'warn',
  css: { modules: { generateScopedName: '[local]-[hash:base64:4]' } },
  server: { port: 5173, proxy: Object.fromEntries(['/api', '/auth', '/resume', '/docs', '/openapi.json'].map((path) => [path, server])) },
});
