import { describe, expect, it } from '@jest/globals';
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parseConfig } from '#host/config/config.js';
import { manifestsOf, render, type Manifest } from '../../tools/kubernetes/chart.js';
import { plainManifests, plainManifestsFile } from '../../tools/kubernetes/plain-manifests.js';
import { sourceText } from '../support/architecture/source-files.js';
import { unknownFields } from '../support/kubernetes/unknown-fields.js';

interface Pod {
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly { readonly env?: readonly { readonly name: string; readonly value: string }[] }[];
}
interface WithPods extends Manifest {
  readonly spec: {
    readonly selector: { readonly matchLabels: object };
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
  };
}

const kinds = [
  ['kubernetes-models/apps/v1', Deployment],
  ['kubernetes-models/v1', Service],
  ['kubernetes-models/batch/v1', Job],
  ['kubernetes-models/policy/v1', PodDisruptionBudget],
  ['kubernetes-models/networking.k8s.io/v1', NetworkPolicy],
  ['kubernetes-models/networking.k8s.io/v1', Ingress],
  ['kubernetes-models/autoscaling/v2', HorizontalPodAutoscaler],
  ['@kubernetes-models/keda/keda.sh/v1alpha1', ScaledObject],
  ['@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1', ServiceMonitor],
  ['@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1', Cluster],
] as const;

const bucket = { settings: { SLUICE_S3_BUCKET: 'sluice', SLUICE_OUTBOUND_ALLOW: '10.1.0.0/16' } };
const everything = {
  ...bucket,
  image: { repository: 'registry.example.org/sluice', tag: '9.9.9' },
  imagePullSecrets: [{ name: 'registry' }],
  signalsUrl: 'redis://valkey:6379',
  filesClaim: 'sluice-files',
  ingress: { enabled: true, host: 'sluice.example.org', tlsSecretName: 'tls', className: 'nginx', annotations: { 'example.org/a': 'b' } },
  networkPolicy: { clients: [{ podSelector: { matchLabels: { app: 'proxy' } } }], monitoring: [{ namespaceSelector: {} }] },
  autoscaling: { enabled: true },
  keda: { enabled: true },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
};
const example = manifestsOf(sourceText('ops/kubernetes/cloudnative-pg.yaml'));
const all: readonly (readonly [string, readonly Manifest[]])[] = [
  ['the chart with its default values', render(bucket)],
  ['the chart with everything switched on', render(everything, 'a-release', 'elsewhere')],
  ['the plain manifests', manifestsOf(sourceText(plainManifestsFile))],
  ['the example for CloudNativePG', example],
];

const kindOf = ({ kind, apiVersion }: Manifest): (typeof kinds)[number] => {
  const found = kinds.find(([, model]) => model.kind === kind && model.apiVersion === apiVersion);
  if (found === undefined) throw new Error(`No schema for ${apiVersion} ${kind}`);
  return found;
};
const deployments = (manifests: readonly Manifest[]): WithPods[] => manifests.filter(({ kind }) => kind === 'Deployment') as WithPods[];

describe.each(all)('%s', (_, manifests) => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'passes the schemas of Kubernetes: %s',
    (__, manifest) => {
      const [, model] = kindOf(manifest);
      expect(() => new (model as new (data: object) => { validate(): void })(manifest).validate()).not.toThrow();
    },
  );

  it('has names that do not repeat', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('manifests have no field that Kubernetes does not have', () => {
  const manifests = all.flatMap(([, each]) => each);
  expect(unknownFields(manifests.map((manifest) => ({ from: kindOf(manifest)[0], manifest })))).toEqual([]);
}, 60_000);

it('a field that Kubernetes does not have is found', () => {
  const [service] = render(bucket).filter(({ kind }) => kind === 'Service');
  const wrong = { ...service, spec: { ...(service as unknown as { spec: object }).spec, portz: [] } } as unknown as Manifest;
  expect(unknownFields([{ from: 'kubernetes-models/v1', manifest: wrong }])).toEqual([expect.stringContaining('portz')]);
}, 60_000);

it('the plain manifests are those of the chart: npm run manifests', () => {
  expect(sourceText(plainManifestsFile)).toBe(plainManifests());
});

describe('the chart', () => {
  it('refuses values that it does not have', () => {
    expect(() => render({ ...bucket, replicas: 3 })).toThrow('"replicas"');
    expect(() => render({ ...bucket, roles: { api: { replica: 3 } } })).toThrow('"replica"');
    expect(() => render({ settings: { ...bucket.settings, sluice_plans: 'x' } })).toThrow('sluice_plans');
  });

  it('refuses to store files in pods', () => {
    expect(() => render({})).toThrow('settings.SLUICE_S3_BUCKET or filesClaim');
  });

  it('gives every role the address of the signals server, and takes none with a password', () => {
    const envs = deployments(render(everything)).map(({ spec }) => spec.template.spec.containers[0]?.env ?? []);
    for (const env of envs) expect(env).toContainEqual({ name: 'SLUICE_SIGNALS_URL', value: 'redis://valkey:6379' });
    expect(() => render({ ...bucket, signalsUrl: 'redis://:secret@valkey:6379' })).toThrow('signalsUrl');
    expect(() => render({ ...bucket, signalsUrl: 'http://valkey:6379' })).toThrow('signalsUrl');
  });

  it('needs the host of an ingress', () => {
    expect(() => render({ ...bucket, ingress: { enabled: true } })).toThrow('ingress.host is required');
  });

  it('starts a Deployment for each role, with settings that the server takes', () => {
    const secret = { DATABASE_URL: 'postgres://sluice@database/sluice', SLUICE_ENCRYPTION_KEY: 'a'.repeat(64) };
    const roles = deployments(render(bucket)).map(({ spec }) => {
      const env = spec.template.spec.containers[0]?.env ?? [];
      return parseConfig({ ...secret, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) }).role;
    });
    expect(roles).toEqual(['api', 'follower', 'worker']);
  });

  it('gives a pod the time of its drain', () => {
    const { drainNoticeMs, drainTimeoutMs } = parseConfig({});
    const preStopMs = 5000;
    for (const { spec } of deployments(render(bucket)))
      expect((spec.template.spec.terminationGracePeriodSeconds ?? 0) * 1000).toBeGreaterThan(
        preStopMs + drainNoticeMs + drainTimeoutMs + 5000,
      );
    expect(() => render({ ...bucket, terminationGracePeriodSeconds: 30 })).toThrow('terminationGracePeriodSeconds');
  });

  it('selects the pods that it makes', () => {
    for (const { spec } of deployments(render(everything))) expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });

  it('leaves the number of pods to an autoscaler that is on', () => {
    const replicas = (changes: object): unknown[] => deployments(render({ ...bucket, ...changes })).map(({ spec }) => 'replicas' in spec);
    expect(replicas({})).toEqual([true, true, true]);
    expect(replicas({ autoscaling: { enabled: true } })).toEqual([false, true, true]);
    expect(replicas({ keda: { enabled: true } })).toEqual([true, true, false]);
  });

  it('scales by metrics that the page for operators explains', () => {
    const text = JSON.stringify(render(everything));
    const names = text.match(/sluice_(?:requests|queue)\w+/g) ?? [];
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(sourceText('docs/operations.md')).toContain(`| \`${name}\``.slice(3));
  });

  it('has the version of the server', () => {
    const { version } = JSON.parse(sourceText('package.json')) as { version: string };
    expect(sourceText('ops/helm/sluice/Chart.yaml')).toContain(`version: ${version}\nappVersion: ${version}\n`);
  });
});
