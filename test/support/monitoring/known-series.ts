import type { Expression } from './promql.js';

/** What Prometheus adds to every series that it reads. */
const ofTheScrape = ['instance', 'job'];

/** The series of a server by name, with the values of their labels. */
export class KnownSeries {
  readonly #labels = new Map<string, Map<string, Set<string>>>([['up', new Map()]]);

  /** @param metrics what a server tells at `/metrics` */
  constructor(metrics: string) {
    for (const [, name = '', type] of metrics.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
      const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];
      for (const each of names) this.#labels.set(each, new Map());
    }
    for (const [, name = '', labels = ''] of metrics.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) this.#add(name, labels);
  }

  #add(name: string, labels: string): void {
    const known = this.#labels.get(name);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known?.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }

  /** Names, labels and values of an expression that no series of the server has. */
  strangersOf({ selectors, grouping }: Expression): string[] {
    const strangers = selectors.flatMap(({ metric, matchers }) => {
      const labels = this.#labels.get(metric);
      if (labels === undefined) return [metric];
      return matchers
        .filter(
          ({ label, operator, value }) =>
            !ofTheScrape.includes(label) && !(operator === '=' ? labels.get(label)?.has(value) : labels.has(label)),
        )
        .map(({ label, operator, value }) => `${metric}{${label}${operator}"${value}"}`);
    });
    const labels = selectors.flatMap(({ metric }) => [...(this.#labels.get(metric)?.keys() ?? [])]);
    return [...strangers, ...grouping.filter((label) => ![...ofTheScrape, ...labels].includes(label))];
  }
}
