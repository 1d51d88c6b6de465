import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { PreparedAnswer } from '#edge/prepared/prepared-answer.js';
import { projectFile } from '#host/project-file.js';
import type { FirstReads } from './first-reads.js';

export interface ConsoleBuild {
  /** The same for equal builds; undefined without a build. */
  readonly id: string | undefined;
  /** The page of every address, with this nonce. The browser reads what it names while its scripts load. Undefined without a build. */
  readonly shell: ((nonce: string, reads: FirstReads) => string) | undefined;
  /** By their names below `/assets/`. */
  readonly files: ReadonlyMap<string, PreparedAnswer>;
}

/** What the build writes where each response has its nonce. */
const placeOfNonce = '__NONCE__';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads the console as `npm run build` wrote it. */
export function readBuild(folder = projectFile('console/dist/')): ConsoleBuild {
  const shell = new URL('index.html', folder);
  if (!existsSync(shell)) return { id: undefined, shell: undefined, files: new Map() };
  const built = readFileSync(shell, 'utf8');
  const id = createHash('sha256').update(built).digest('hex').slice(0, 16);
  const page = built.replace('</head>', `  <meta name="sluice-build" content="${id}" />\n  </head>`);
  const assets = new URL('assets/', folder);
  const manifest = readManifest(new URL('manifest.json', folder));
  const names = readdirSync(assets).filter((name) => types[extname(name)] !== undefined);
  return {
    id,
    shell: (nonce, { data, page: source }) => {
      const scripts = source === undefined ? [] : scriptsOf(source, manifest, built);
      const links = [...data.map(preload), ...scripts.map(modulePreload)].join('');
      return page.replace('<script', () => `${links}<script`).replaceAll(placeOfNonce, nonce);
    },
    files: new Map(names.map((name) => [name, preparedFile(new URL(name, assets), name)])),
  };
}

/** As scripts of the page ask for it, so that they get what was read. */
function preload(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${address.replaceAll('&', '&amp;')}" />\n    `;
}

function modulePreload(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}" nonce="${placeOfNonce}" />\n    `;
}

/** What the build says of a script: its file below the address of the server, and the scripts that it needs at once. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

function readManifest(place: URL): Manifest {
  return existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as Manifest) : {};
}

/** The files of the scripts of a page, without those that the shell names for all pages. @param page its source file */
function scriptsOf(page: string, manifest: Manifest, shell: string): readonly string[] {
  const [names, files] = [new Set([page]), new Set<string>()];
  for (const name of names) {
    const { file, imports = [] } = manifest[name] ?? {};
    if (file !== undefined && !shell.includes(`/${file}"`)) files.add(file);
    for (const other of imports) names.add(other);
  }
  return [...files];
}

/** The names change with the content, so browsers keep the files. */
function preparedFile(place: URL, name: string): PreparedAnswer {
  const read = (ending: string): Buffer => readFileSync(new URL(`${place.href}${ending}`));
  const headers = new Map([
    ['Content-Type', types[extname(name)] ?? ''],
    ['Cache-Control', 'public, max-age=31536000, immutable'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]);
  return new PreparedAnswer(read(''), headers, { br: read('.br'), zstd: read('.zst'), gzip: read('.gz') });
}
