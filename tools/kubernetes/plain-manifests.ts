import { stringify } from 'yaml';
import { render } from './chart.js';

export const plainManifestsFile = 'ops/kubernetes/sluice.yaml';

const head = `# Made by npm run manifests from the chart in ops/helm/sluice, with its default values. docs/kubernetes.md says what to change.
`;

/** The chart with its default values. Kubernetes creates objects in their order, so the Job comes first. */
export function plainManifests(): string {
  const manifests = render({ settings: { SLUICE_S3_BUCKET: 'sluice' } }).toSorted(
    (left, right) => Number(right.kind === 'Job') - Number(left.kind === 'Job'),
  );
  return `${head}${manifests.map((manifest) => `---\n${stringify(manifest, { lineWidth: 0, singleQuote: true })}`).join('')}`;
}
