import { isJsonObject } from '#kernel/json.js';
import { policyProblems } from '#kernel/models/model-policy.js';
import { builtInPlans, PlanCatalogue, usualBaseChargeUsd, type Plan } from '#kernel/plan/plan.js';
import { ProblemList } from '../problem-list.js';
import { readSettingsFile } from '../settings-file.js';

type Rule = readonly [isValid: (value: unknown) => boolean, expected: string];

const rate: Rule = [(value) => isWhole(value) && value >= 1 && value <= 10_000_000, 'must be a whole number from 1 to 10000000'];
const size: Rule = [(value) => value === null || isWhole(value), 'must be a whole number, or null for no limit'];
/** The defaults of fields that a plan may omit. */
const later = {
  baseChargeUsd: usualBaseChargeUsd,
  isCostLimitPerSeat: false,
  tables: null,
  rowsPerTable: null,
  chats: null,
  triggers: null,
  shortestScheduleMs: null,
  webhookBodyBytes: null,
  triggerDeliveriesPerMinute: null,
  workspaceDeliveriesPerMinute: null,
  mcpServers: null,
  mcpTools: null,
  mcpConnections: null,
  retentionDays: null,
  modelPolicy: {},
};

/** Catalogues that are older than these limits remain valid. */
const optionalSize: Rule = [(value) => value === undefined || size[0](value), size[1]];
const optionalRate: Rule = [(value) => value === undefined || value === null || rate[0](value), `${rate[1]}, or null for no limit`];
const optionalDays: Rule = [
  (value) => value === undefined || value === null || (isWhole(value) && value >= 1 && value <= 36_500),
  'must be a whole number of days from 1 to 36500, or null to keep runs forever',
];
const money: Rule = [
  (value) => value === null || (Number.isFinite(value) && (value as number) >= 0),
  'must be an amount of US dollars, or null for no limit',
];
const optionalCharge: Rule = [
  (value) => value === undefined || (Number.isFinite(value) && (value as number) >= 0),
  'must be an amount of US dollars from 0',
];
const flag: Rule = [(value) => typeof value === 'boolean', 'must be true or false'];

const optionalFlag: Rule = [(value) => value === undefined || flag[0](value), flag[1]];

/** Its problems are listed by `policyProblems`. */
const optionalPolicy: Rule = [() => true, ''];

const rules: Readonly<Record<Exclude<keyof Plan, 'name'>, Rule>> = {
  syncPerMinute: rate,
  asyncPerMinute: rate,
  apiPerMinute: rate,
  baseChargeUsd: optionalCharge,
  costLimitUsd: money,
  isCostLimitPerSeat: optionalFlag,
  concurrentRuns: size,
  concurrentRunsPerWorkflow: size,
  storageBytes: size,
  tables: optionalSize,
  rowsPerTable: optionalSize,
  chats: optionalSize,
  triggers: optionalSize,
  shortestScheduleMs: optionalSize,
  webhookBodyBytes: optionalSize,
  triggerDeliveriesPerMinute: optionalRate,
  workspaceDeliveriesPerMinute: optionalRate,
  mcpServers: optionalSize,
  mcpTools: optionalSize,
  mcpConnections: optionalSize,
  retentionDays: optionalDays,
  modelPolicy: optionalPolicy,
  isEnterprise: flag,
};

/** Reads a plan catalogue: `{"default": name, "plans": {name: {...}}}`. @throws ProblemList with every problem */
export function readPlans(path: string): PlanCatalogue {
  const document = readSettingsFile(path, 'default and plans');
  const { default: standard = null, plans = {}, ...unknown } = document;
  const problems = Object.keys(unknown).map((field) => `${field} is not known; a catalogue has default and plans`);
  if (!isJsonObject(plans)) throw new ProblemList([...problems, 'plans must be an object with a plan for each name']);
  for (const [name, plan] of Object.entries(plans)) problems.push(...planProblems(name, plan));
  const names = new Set([...builtInPlans.map(({ name }) => name), ...Object.keys(plans)]);
  if (standard !== null && !names.has(standard as string)) problems.push(`default must be the name of a plan: ${[...names].join(', ')}`);
  if (problems.length > 0) throw new ProblemList(problems);
  const own = Object.entries(plans).map(([name, plan]) => ({ ...later, ...(plan as unknown as Plan), name }));
  return new PlanCatalogue(own, (standard as string | null) ?? undefined);
}

function planProblems(name: string, plan: unknown): string[] {
  if (!/^[a-z0-9][a-z0-9_-]{0,49}$/.test(name)) return [`plans.${name} must have a name of 1 to 50 of a-z 0-9 _ -`];
  if (!isJsonObject(plan)) return [`plans.${name} must be an object`];
  const unknown = Object.keys(plan).filter((field) => !Object.hasOwn(rules, field));
  const broken = Object.entries(rules).filter(([field, [isValid]]) => !isValid(plan[field]));
  return [
    ...unknown.map((field) => `plans.${name}.${field} is not known; a plan has ${Object.keys(rules).join(', ')}`),
    ...(plan['modelPolicy'] === undefined
      ? []
      : policyProblems(plan['modelPolicy'], ['plans', name, 'modelPolicy']).map(({ message }) => message)),
    ...broken.map(([field, [, expected]]) => `plans.${name}.${field} ${expected}`),
  ];
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
