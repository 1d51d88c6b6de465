const eventTables = /\b(run|ledger)_event\b/;
const eventReaders = /^src\/ledger\/(events|months|projections|database\/migrations)\//;

const sqlWrite = /\b(insert\s+into|delete\s+from|update\s+\S+(\s+\w+)?\s+set|truncate)\b/i;
const repositoryWrite = /getRepository\([^)]*\)\s*\.(save|insert|update|upsert|delete|remove|clear|increment|decrement)\(/;
const owners = /^src\/modules\/[^/]+\/(projections|store)\//;

/** Writes and reads of tables that belong to another module, one sentence each. */
export function writeProblems(path: string, text: string): string[] {
  const isOurs = path.startsWith('src/') && !path.endsWith('.spec.ts');
  if (!isOurs) return [];
  const problems: string[] = [];
  if (eventTables.test(text) && !eventReaders.test(path)) problems.push(`${path}: events are reached through EventStore and subscriptions`);
  if (path.startsWith('src/modules/') && !owners.test(path) && (sqlWrite.test(text) || repositoryWrite.test(text))) {
    problems.push(`${path}: rows change with appends, or in store/ where they are no view of events`);
  }
  return problems;
}
