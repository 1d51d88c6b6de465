import { invalid, type ErrorDetail } from '../errors.js';
import type { Json } from '../json.js';
import { FieldProblems, flag, oneOf, wholeNumber, type FieldPath, type FieldRule } from './field-problems.js';

/** How much of prompts and answers is stored. From the strictest to the loosest. */
export const contentRules = ['none', 'masked', 'full'] as const;
export type ContentRule = (typeof contentRules)[number];

/** What a plan, an organization, a workspace or the operator demands of model calls. An absent field demands nothing. */
export interface ModelPolicy {
  /** Whether a model without a known price is refused. */
  readonly requirePrices?: boolean;
  /** How much of prompts and answers is stored: `none` keeps sizes and digests only. */
  readonly contents?: ContentRule;
  /** What may be used: names of models, `<provider>/<model>`, `tool:<name>` or `host:<name>`, each with `*` for any text. */
  readonly allow?: readonly string[];
  /** What may not be used, in the same form. It wins over `allow`. */
  readonly deny?: readonly string[];
  /** Most tokens of all model calls of a workspace in a minute. */
  readonly tokensPerMinute?: number;
  /** Most model calls of a workspace at the same time. */
  readonly callsAtOnce?: number;
  /** Whether tools that change something need an approval once the model has read data from outside. */
  readonly approveWritesAfterUntrusted?: boolean;
}

/** All policies together. */
export interface EffectiveModelPolicy {
  readonly requirePrices: boolean;
  readonly contents: ContentRule;
  /** One list for each policy that has one; each of them must allow. */
  readonly allow: readonly (readonly string[])[];
  readonly deny: readonly string[];
  /** Null: no limit. */
  readonly tokensPerMinute: number | null;
  readonly callsAtOnce: number | null;
  readonly approveWritesAfterUntrusted: boolean;
}

/** The policy that demands what any of these policies demands. */
export function strictest(policies: readonly ModelPolicy[]): EffectiveModelPolicy {
  const contents = Math.min(...policies.map((policy) => contentRules.indexOf(policy.contents ?? 'full')), contentRules.length - 1);
  return {
    requirePrices: policies.some((policy) => policy.requirePrices === true),
    contents: contentRules[contents] ?? 'full',
    allow: policies.flatMap(({ allow }) => (allow === undefined ? [] : [allow])),
    deny: policies.flatMap(({ deny = [] }) => deny),
    tokensPerMinute: least(policies.map((policy) => policy.tokensPerMinute)),
    callsAtOnce: least(policies.map((policy) => policy.callsAtOnce)),
    approveWritesAfterUntrusted: policies.some((policy) => policy.approveWritesAfterUntrusted === true),
  };
}

/** Whether two policies say the same in the same order of entries. */
export function isSamePolicy(one: ModelPolicy | null, other: ModelPolicy | null): boolean {
  const written = (policy: ModelPolicy | null): string =>
    JSON.stringify(policy === null ? null : Object.entries(policy).toSorted(([name], [next]) => (name < next ? -1 : 1)));
  return written(one) === written(other);
}

/** What a policy is asked about: a model or a tool by all its names, or the host of a provider or of a tool. */
export type PolicySubject = { readonly model: readonly string[] } | { readonly tool: readonly string[] } | { readonly host: string };

/** Whether no deny entry fits, and each allow list that has entries of that kind has one that fits. Case is ignored. */
export function allows({ allow, deny }: Pick<EffectiveModelPolicy, 'allow' | 'deny'>, subject: PolicySubject): boolean {
  const { kind, names } = namesOf(subject);
  const fits = (entry: string): boolean => kindOf(entry) === kind && names.some((name) => isLike(bare(entry), name));
  return !deny.some(fits) && allow.every((list) => !list.some((entry) => kindOf(entry) === kind) || list.some(fits));
}

/** Why a policy does not allow something, as the end of a sentence; undefined if it allows it. */
export type PolicyRefusal = (subject: PolicySubject) => string | undefined;

export function refusalBy(policy: Pick<EffectiveModelPolicy, 'allow' | 'deny'>): PolicyRefusal {
  return (subject) =>
    allows(policy, subject)
      ? undefined
      : 'is not allowed here: a policy of the server, the plan, the organization or the workspace denies it (modelPolicy)';
}

const members = ['requirePrices', 'contents', 'allow', 'deny', 'tokensPerMinute', 'callsAtOnce', 'approveWritesAfterUntrusted'];
const mostEntries = 500;
const entryForm = /^[^\s\p{C}](?:[^\p{C}]{0,198}[^\s\p{C}])?$/u;
const entry: FieldRule = [
  (value) => typeof value === 'string' && entryForm.test(value),
  'must be a name of a model, <provider>/<model>, tool:<name> or host:<name>, of at most 200 characters; * is any text',
];

/** The problems of a policy that a person has written. */
export function policyProblems(value: Json, path: FieldPath): readonly ErrorDetail[] {
  const problems = new FieldProblems();
  const policy = problems.object(path, value, members);
  if (policy === undefined) return problems.found;
  problems.check([...path, 'requirePrices'], policy['requirePrices'], flag);
  problems.check([...path, 'contents'], policy['contents'], oneOf(contentRules));
  checkEntries(problems, [...path, 'allow'], policy['allow']);
  checkEntries(problems, [...path, 'deny'], policy['deny']);
  problems.check([...path, 'tokensPerMinute'], policy['tokensPerMinute'], wholeNumber(1, 1_000_000_000));
  problems.check([...path, 'callsAtOnce'], policy['callsAtOnce'], wholeNumber(1, 10_000));
  problems.check([...path, 'approveWritesAfterUntrusted'], policy['approveWritesAfterUntrusted'], flag);
  return problems.found;
}

/** @throws DomainError invalid, naming each problem below `modelPolicy` */
export function requirePolicy(policy: unknown): void {
  if (policy === undefined || policy === null) return;
  const problems = policyProblems(policy as Json, ['modelPolicy']);
  if (problems.length > 0) throw invalid(problems);
}

export function checkEntries(problems: FieldProblems, path: FieldPath, value: Json | undefined): void {
  for (const [index, item] of problems.list(path, value, mostEntries).entries()) problems.check([...path, index], item, entry);
}

type Kind = 'model' | 'tool' | 'host';

function namesOf(subject: PolicySubject): { readonly kind: Kind; readonly names: readonly string[] } {
  if ('model' in subject) return { kind: 'model', names: subject.model };
  return 'tool' in subject ? { kind: 'tool', names: subject.tool } : { kind: 'host', names: namesOfHost(subject.host) };
}

/** A name is the same with a dot at its end, and an address of IPv6 is the same in brackets. */
function namesOfHost(host: string): readonly string[] {
  const name = host.replace(/\.+$/, '');
  return [name, name.replace(/^\[(.*)\]$/, '$1')];
}

function kindOf(text: string): Kind {
  if (text.startsWith('tool:')) return 'tool';
  return text.startsWith('host:') ? 'host' : 'model';
}

function bare(text: string): string {
  return kindOf(text) === 'model' ? text : text.slice('tool:'.length);
}

/** Whether a name fits a pattern in which `*` is any text. Linear in the name for each star, so no pattern makes it slow. */
function isLike(pattern: string, name: string): boolean {
  const text = name.toLowerCase();
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let place = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, place);
    if (found === -1) return false;
    place = found + part.length;
  }
  return place <= end;
}

function least(limits: readonly (number | undefined)[]): number | null {
  const set = limits.filter((limit) => limit !== undefined);
  return set.length === 0 ? null : Math.min(...set);
}
