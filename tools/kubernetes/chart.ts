import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { GoTemplates } from './go-template.js';

const chart = fileURLToPath(new URL('../../ops/helm/sluice/', import.meta.url));
const text = (path: string): string => readFileSync(`${chart}${path}`, 'utf8');

export type Values = Readonly<Record<string, unknown>>;

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

/** The values of the chart with changes, as Helm merges them: objects member by member. */
export function valuesWith(changes: Values): Values {
  return merged(parse(text('values.yaml')), changes) as Values;
}

function merged(base: unknown, change: unknown): unknown {
  const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(base) || !isMap(change)) return change;
  const names = new Set([...Object.keys(base), ...Object.keys(change)]);
  return Object.fromEntries([...names].map((name) => [name, name in change ? merged(base[name], change[name]) : base[name]]));
}

/** The text of all templates. @throws when a value is not one of the chart, or a template refuses it */
export function renderText(changes: Values, release = 'sluice', namespace = 'sluice'): string {
  const values = valuesWith(changes);
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  if (!ajv.validate(JSON.parse(text('values.schema.json')) as object, values)) {
    const problems = (ajv.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
    throw new Error(problems.join('\n'));
  }
  const { version, appVersion } = parse(text('Chart.yaml')) as { version: string; appVersion: string };
  const data = {
    Values: values,
    Chart: { Name: 'sluice', Version: version, AppVersion: appVersion },
    Release: { Name: release, Namespace: namespace, Service: 'Helm' },
  };
  const templates = readdirSync(`${chart}templates`).toSorted();
  const go = new GoTemplates(...templates.filter((file) => file.endsWith('.tpl')).map((file) => text(`templates/${file}`)));
  return templates
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => `---\n${go.render(text(`templates/${file}`), data)}\n`)
    .join('');
}

/** The objects of all templates. */
export function render(changes: Values, release?: string, namespace?: string): readonly Manifest[] {
  return manifestsOf(renderText(changes, release, namespace));
}

/** The objects of a file of manifests. @throws on invalid YAML and on keys that repeat */
export function manifestsOf(yaml: string): readonly Manifest[] {
  return parseAllDocuments(yaml).flatMap((document) => {
    const [problem] = document.errors ?? [];
    if (problem !== undefined) throw problem;
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
}
