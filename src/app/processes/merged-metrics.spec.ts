import { describe, expect, it } from '@jest/globals';
import { mergedMetrics } from './merged-metrics.js';

describe('the metrics of several processes', () => {
  it('are described once, and each sample names its process', () => {
    const text = (value: number): string =>
      `# HELP runs Runs\n# TYPE runs counter\nruns{outcome="ok"} ${value}\n\n# HELP up Up\n# TYPE up gauge\nup 1\n`;
    expect(
      mergedMetrics([
        { label: 'api-1', text: text(3) },
        { label: 'worker-1', text: text(5) },
      ]),
    ).toBe(
      `# HELP runs Runs
# TYPE runs counter
runs{process="api-1",outcome="ok"} 3
runs{process="worker-1",outcome="ok"} 5

# HELP up Up
# TYPE up gauge
up{process="api-1"} 1
up{process="worker-1"} 1
`,
    );
  });

  it('keep values with braces and spaces, and names that only one process has', () => {
    const merged = mergedMetrics([{ label: 'api-1', text: '# HELP a A\na{route="/x/{id} y"} 1 1700\nb_total{} 2\n' }]);
    expect(merged).toBe('# HELP a A\na{process="api-1",route="/x/{id} y"} 1 1700\nb_total{process="api-1"} 2\n');
  });
});
