const error = 50;

/** What is wrong with what a process has printed. `secrets` must stand nowhere. */
export function logProblems(printed: string, secrets: readonly string[]): string[] {
  const problems = new Map<string, number>();
  const tell = (problem: string): unknown => problems.set(problem, (problems.get(problem) ?? 0) + 1);
  for (const line of printed.split('\n')) {
    if (line === '') continue;
    const entry = parsed(line);
    if (entry === undefined) tell(`a line that is no JSON: ${line.slice(0, 300)}`);
    else if (Number(entry['level']) >= error) tell(`an error: ${line.replaceAll(/"(?:time|requestId)":"[^"]*",?/g, '').slice(0, 1_500)}`);
    for (const secret of secrets) if (line.includes(secret)) tell(`a secret: ${line.slice(0, 300)}`);
  }
  return [...problems].map(([problem, count]) => `log (${count} times): ${problem}`);
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
