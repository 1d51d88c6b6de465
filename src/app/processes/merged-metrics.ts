/** The metrics of a process in the text format of Prometheus. */
export interface ProcessMetricsText {
  readonly label: string;
  readonly text: string;
}

interface Family {
  readonly about: string[];
  readonly samples: string[];
}

/** The metrics of several processes as one text: each sample has the label `process`, each name is described once. */
export function mergedMetrics(texts: readonly ProcessMetricsText[]): string {
  const families = new Map<string, Family>();
  for (const { label, text } of texts) {
    let family: Family | undefined;
    for (const line of text.split('\n')) {
      const [, name] = /^# HELP (\S+)/.exec(line) ?? [];
      if (name !== undefined) family = families.get(name) ?? begin(families, name);
      if (line.startsWith('#')) {
        if (family?.about.includes(line) === false) family.about.push(line);
      } else if (line !== '') family?.samples.push(labelled(line, label));
    }
  }
  return `${[...families.values()].map(({ about, samples }) => [...about, ...samples].join('\n')).join('\n\n')}\n`;
}

function begin(families: Map<string, Family>, name: string): Family {
  const family = { about: [], samples: [] };
  families.set(name, family);
  return family;
}

/** `name{a="b"} 1` or `name 1`. */
function labelled(sample: string, label: string): string {
  const [name = ''] = /^[^\s{]+/.exec(sample) ?? [];
  const rest = sample.slice(name.length);
  const own = `process="${label}"`;
  return rest.startsWith('{') ? `${name}{${own}${rest.startsWith('{}') ? '' : ','}${rest.slice(1)}` : `${name}{${own}}${rest}`;
}
