import { invalid, type ErrorDetail } from '#kernel/errors.js';
import { tooManyVariables } from './environment.errors.js';
import { environmentLimits } from './environment-limits.js';

/** The variables to set and to remove. */
export interface VariableChanges {
  readonly values: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

const { variables: most, nameLength, valueLength } = environmentLimits;
/** The names that `{{NAME}}` in a workflow can refer to. */
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** @throws DomainError invalid, with a detail for each invalid variable */
export function parseVariables(sent: object): VariableChanges {
  const entries = Object.entries(sent) as [string, unknown][];
  const beyond = entries[most];
  if (beyond !== undefined) throw tooManyVariables(shortened(beyond[0]), 'A request may change');
  const details = entries.flatMap(([name, value]) => problemOf(name, value) ?? []);
  if (details.length > 0) throw invalid(details);
  return {
    values: new Map(entries.filter((entry): entry is [string, string] => entry[1] !== null)),
    removed: entries.filter(([, value]) => value === null).map(([name]) => name),
  };
}

function problemOf(name: string, value: unknown): ErrorDetail | undefined {
  const problem = nameProblem(name) ?? valueProblem(value);
  if (problem === undefined) return undefined;
  const [message, code] = problem;
  return { path: ['variables', shortened(name)], message: `variables.${shortened(name)} ${message}`, code };
}

type Problem = readonly [message: string, code: string];

function nameProblem(name: string): Problem | undefined {
  if (name.length > nameLength) return [`must have a name of at most ${nameLength} characters`, 'out_of_range'];
  if (variableName.test(name)) return undefined;
  return ['must have a name of letters, digits and underscores and must not start with a digit', 'invalid'];
}

function valueProblem(value: unknown): Problem | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'string') return ['must be a string, or null to remove the variable', 'invalid_type'];
  return value.length > valueLength ? [`must not be longer than ${valueLength} characters`, 'out_of_range'] : undefined;
}

/** Shortens a name, so that a long one cannot fill the answer. */
function shortened(name: string): string {
  return name.length > nameLength ? `${name.slice(0, nameLength)}…` : name;
}
