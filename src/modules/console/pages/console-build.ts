import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { PreparedAnswer } from '#edge/prepared/prepared-answer.js';
import { projectFile } from '#host/project-file.js';

export interface ConsoleBuild {
  /** The same for equal builds; undefined without a build. */
  readonly id: string | undefined;
  /** The page of every address, with this nonce. Undefined without a build. */
  readonly shell: ((nonce: string) => string) | undefined;
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
  const names = readdirSync(assets).filter((name) => types[extname(name)] !== undefined);
  return {
    id,
    shell: (nonce) => page.replaceAll(placeOfNonce, nonce),
    files: new Map(names.map((name) => [name, preparedFile(new URL(name, assets), name)])),
  };
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
