import { DocumentProblem } from './document-problem.js';

const deepest = 100;

/** The values of a structure, one on each line after its path: `orders.0.customer: Ada`. @throws DocumentProblem */
export function flatValues(value: unknown): string {
  const lines: string[] = [];
  collect(value, [], lines);
  return lines.join('\n');
}

function collect(value: unknown, path: string[], lines: string[]): void {
  if (path.length > deepest) throw new DocumentProblem(`The document is nested deeper than ${deepest} levels`);
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    const text = value instanceof Date ? value.toISOString() : String(value);
    lines.push(path.length === 0 ? text : `${path.join('.')}: ${text}`);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    path.push(key);
    collect(item, path, lines);
    path.pop();
  }
}
