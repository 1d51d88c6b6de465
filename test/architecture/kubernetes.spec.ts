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
import { variables, type Variable } from '#host/config/variables.js';
import { manifestsOf, render, valuesWith, type Manifest } from '../../tools/kubernetes/chart.js';
import { plainManifests, plainManifestsFile } from '../../tools/kubernetes/plain-manifests.js';
import { sourceText } from '../support/architecture/source-files.js';
import { unknownFields } from '../support/kubernetes/unknown-fields.js';

interface Container {
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts: readonly object[];
}
interface Pod {
  readonly terminationGracePeriodSeconds?: number;
  readonly serviceAccountName?: string;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly object[];
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
  configFilesSecret: 'sluice-config',
  serviceAccountName: 'sluice',
  ingress: { enabled: true, host: 'sluice.example.org', tlsSecretName: 'tls', className: 'nginx', annotations: { 'example.org/a': 'b' } },
  networkPolicy: { clients: [{ podSelector: { matchLabels: { app: 'proxy' } } }], monitoring: [{ namespaceSelector: {} }] },
  autoscaling: { enabled: true },
  keda: { enabled: true },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' }, tokenKey: 'SLUICE_METRICS_TOKEN' },
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
const pods = (manifests: readonly Manifest[]): Pod[] =>
  (manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as WithPods[]).map(({ spec }) => spec.template.spec);
const specOf = (kind: string, manifests: readonly Manifest[]): unknown =>
  (manifests.find((each) => each.kind === kind) as { spec?: unknown } | undefined)?.spec;

const secrets = [
  ...Object.values<Variable<unknown>>(variables).flatMap(({ name, secret }) => (secret === true ? [name] : [])),
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
];
/** The chart sets the first two. Pods have one process, and their folders are those of the image and of `filesClaim`. */
const ownSettings = ['SLUICE_ROLE', 'SLUICE_METRICS_PORT', 'SLUICE_PROCESSES', 'SLUICE_DATA_DIR', 'SLUICE_FILES_DIR'];

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

  it.each([...secrets, ...ownSettings])('refuses %s among the settings', (name) => {
    expect(() => render({ settings: { ...bucket.settings, [name]: '1' } })).toThrow(name);
  });

  it('refuses no other setting', () => {
    const schema = JSON.parse(sourceText('ops/helm/sluice/values.schema.json')) as {
      properties: { settings: { propertyNames: { not: { enum: string[] } } } };
    };
    const { enum: refused } = schema.properties.settings.propertyNames.not;
    expect(refused.filter((name) => ![...secrets, ...ownSettings].includes(name))).toEqual([]);
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

  it('gives the files of settings, the settings and the identity to every pod, also to that of the migration', () => {
    const made = pods(render(everything));
    expect(made).toHaveLength(4);
    for (const { serviceAccountName, volumes, containers, initContainers = [] } of made) {
      expect(serviceAccountName).toBe('sluice');
      expect(volumes).toContainEqual({ name: 'config-files', secret: { secretName: 'sluice-config' } });
      for (const { env, volumeMounts } of [...containers, ...initContainers]) {
        expect(volumeMounts).toContainEqual({ name: 'config-files', mountPath: '/etc/sluice', readOnly: true });
        expect(env).toContainEqual({ name: 'SLUICE_S3_BUCKET', value: 'sluice' });
      }
    }
  });

  it('lets Prometheus read metrics that require a token', () => {
    expect(specOf('ServiceMonitor', render(everything))).toMatchObject({
      endpoints: [{ authorization: { credentials: { name: 'sluice', key: 'SLUICE_METRICS_TOKEN' } } }],
    });
    expect(JSON.stringify(render({ ...bucket, serviceMonitor: { enabled: true } }))).not.toContain('authorization');
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

  it('gives settings that are numbers as they are written, also large ones', () => {
    const settings = { ...bucket.settings, SLUICE_LOOP_PASSES: 1_000_000, SLUICE_OTLP_SAMPLE: 0.5, SLUICE_CONSOLE: 'off' };
    const [deployment] = deployments(render({ settings }));
    const env = new Map(deployment?.spec.template.spec.containers[0]?.env?.map(({ name, value }) => [name, value]));
    expect([env.get('SLUICE_LOOP_PASSES'), env.get('SLUICE_OTLP_SAMPLE'), env.get('SLUICE_CONSOLE')]).toEqual(['1000000', '0.5', 'off']);
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

  it.each(['SLUICE_DRAIN_NOTICE', 'SLUICE_DRAIN_TIMEOUT'])('asks for the time of a drain that %s changes', (name) => {
    const changed = { settings: { ...bucket.settings, [name]: '60s' } };
    expect(() => render(changed)).toThrow('set terminationGracePeriodSeconds too');
    expect(() => render({ ...changed, terminationGracePeriodSeconds: 100 })).not.toThrow();
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

  it('adds workers by the age of the queue itself, since the average falls with each of them', () => {
    expect(specOf('ScaledObject', render(everything))).toMatchObject({ triggers: [{ type: 'prometheus', metricType: 'Value' }] });
  });

  it('starts no more pods than the example of a database has connections for', () => {
    const { autoscaling, keda, roles } = valuesWith({}) as {
      autoscaling: { maxReplicas: number };
      keda: { maxReplicas: number };
      roles: { follower: { replicas: number } };
    };
    const ofRollingUpdate = 3;
    const most = autoscaling.maxReplicas + keda.maxReplicas + roles.follower.replicas + ofRollingUpdate;
    const besidePool = 12;
    const { postgresql } = specOf('Cluster', example) as { postgresql: { parameters: { max_connections: string } } };
    expect(Number(postgresql.parameters.max_connections)).toBeGreaterThan(most * (parseConfig({}).databasePool + besidePool));
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
