import { invalidField } from '../errors.js';
import type { ModelPolicy } from '../models/model-policy.js';

/** What an account may use. A null limit is none. */
export interface Plan {
  readonly name: string;
  readonly syncPerMinute: number;
  readonly asyncPerMinute: number;
  /** Calls of the v1 API. */
  readonly apiPerMinute: number;
  /** The charge for each run in US dollars, whatever its outcome. */
  readonly baseChargeUsd: number;
  /** US dollars in one billing period. */
  readonly costLimitUsd: number | null;
  /** Whether there is so much for each member of an organization. */
  readonly isCostLimitPerSeat: boolean;
  /** Runs in progress at the same time, of the account and of each of its workflows. */
  readonly concurrentRuns: number | null;
  readonly concurrentRunsPerWorkflow: number | null;
  readonly storageBytes: number | null;
  /** Of one workspace. */
  readonly tables: number | null;
  readonly rowsPerTable: number | null;
  /** Triggers of one workspace that are not retired. */
  readonly triggers: number | null;
  /** The shortest time between two occurrences of a schedule, in ms. */
  readonly shortestScheduleMs: number | null;
  /** The largest request to the address of a webhook, in bytes. */
  readonly webhookBodyBytes: number | null;
  /** Deliveries of webhooks and schedules, of one trigger and of one workspace. */
  readonly triggerDeliveriesPerMinute: number | null;
  readonly workspaceDeliveriesPerMinute: number | null;
  /** Chats of one workspace. */
  readonly chats: number | null;
  /** MCP servers of one workspace, and the tools of all of them. */
  readonly mcpServers: number | null;
  readonly mcpTools: number | null;
  /** MCP servers elsewhere that one workspace uses. */
  readonly mcpConnections: number | null;
  /** How long runs are kept, in days; null: for ever. Workspaces may want less. */
  readonly retentionDays: number | null;
  /** What accounts on this plan must observe when they call language models. */
  readonly modelPolicy: ModelPolicy;
  /** Whether it has the features of an enterprise. */
  readonly isEnterprise: boolean;
}

const gib = 1024 ** 3;
const selfhosted = 'selfhosted';
/** The charge of plans that do not name one. */
export const usualBaseChargeUsd = 0.005;

export const builtInPlans: readonly Plan[] = [
  plan('free', [50, 200, 30], {
    costLimitUsd: 5,
    concurrentRuns: 10,
    storageBytes: 5 * gib,
    tables: 3,
    rowsPerTable: 1000,
    retentionDays: 30,
    chats: 5,
    ...triggerLimits(10, [60, 200]),
    mcpServers: 5,
    mcpTools: 25,
    mcpConnections: 5,
  }),
  plan('pro', [150, 1000, 100], {
    costLimitUsd: 20,
    concurrentRuns: 50,
    storageBytes: 50 * gib,
    tables: 25,
    rowsPerTable: 5000,
    chats: 50,
    ...triggerLimits(100, [600, 1000]),
    mcpServers: 25,
    mcpTools: 250,
    mcpConnections: 25,
  }),
  plan('team', [300, 2500, 200], {
    costLimitUsd: 40,
    isCostLimitPerSeat: true,
    concurrentRuns: 200,
    storageBytes: 500 * gib,
    tables: 100,
    rowsPerTable: 10_000,
    chats: 250,
    ...triggerLimits(500, [600, 2500]),
    mcpServers: 100,
    mcpTools: 1000,
    mcpConnections: 100,
  }),
  plan('enterprise', [600, 5000, 500], {
    costLimitUsd: 200,
    concurrentRuns: 1000,
    storageBytes: 500 * gib,
    tables: 10_000,
    rowsPerTable: 1_000_000,
    chats: 2500,
    ...triggerLimits(5000, [3000, 5000]),
    mcpServers: 500,
    mcpTools: 10_000,
    mcpConnections: 500,
    shortestScheduleMs: 1000,
    isEnterprise: true,
  }),
  plan(selfhosted, [60_000, 300_000, 60_000], {
    baseChargeUsd: 0,
    tables: 10_000,
    rowsPerTable: 100_000_000,
    isEnterprise: true,
  }),
];

/** With schedules of one minute, and webhooks of 10 MiB. */
function triggerLimits(triggers: number, [ofTrigger, ofWorkspace]: readonly [number, number]): Partial<Plan> {
  return {
    triggers,
    shortestScheduleMs: 60_000,
    webhookBodyBytes: 10 * 1024 ** 2,
    triggerDeliveriesPerMinute: ofTrigger,
    workspaceDeliveriesPerMinute: ofWorkspace,
  };
}

function plan(name: string, [syncPerMinute, asyncPerMinute, apiPerMinute]: [number, number, number], limits: Partial<Plan>): Plan {
  const none = {
    baseChargeUsd: usualBaseChargeUsd,
    costLimitUsd: null,
    isCostLimitPerSeat: false,
    concurrentRuns: null,
    concurrentRunsPerWorkflow: null,
    storageBytes: null,
    tables: null,
    rowsPerTable: null,
    triggers: null,
    shortestScheduleMs: null,
    webhookBodyBytes: null,
    triggerDeliveriesPerMinute: null,
    workspaceDeliveriesPerMinute: null,
    chats: null,
    mcpServers: null,
    mcpTools: null,
    mcpConnections: null,
    retentionDays: null,
    modelPolicy: {},
    isEnterprise: false,
  };
  return { ...none, ...limits, name, syncPerMinute, asyncPerMinute, apiPerMinute };
}

/** US dollars that an account with so many members may use in one billing period; null: as many as it likes. */
export function costLimitOf({ costLimitUsd, isCostLimitPerSeat }: Plan, seats: number): number | null {
  return costLimitUsd !== null && isCostLimitPerSeat ? costLimitUsd * seats : costLimitUsd;
}

/** All plans of an installation. */
export class PlanCatalogue {
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #default: Plan;
  readonly #smallest: Plan;

  /** `own` plans replace built-in ones of the same name. An installation of one's own has no limits but its machine's, unless it says otherwise. */
  constructor(own: readonly Plan[] = [], defaultName = selfhosted) {
    this.#plans = new Map([...builtInPlans, ...own].map((each) => [each.name, each]));
    this.#default = this.#known(defaultName);
    this.#smallest = this.#known('free');
  }

  get names(): readonly string[] {
    return [...this.#plans.keys()];
  }

  get defaultName(): string {
    return this.#default.name;
  }

  /** The plan of an account; null: it was given none. A plan that is not in the catalogue any more counts as the free one. */
  of(name: string | null): Plan {
    return name === null ? this.#default : (this.#plans.get(name) ?? this.#smallest);
  }

  /** @throws DomainError invalid, naming `plan` */
  require(name: string): void {
    if (!this.#plans.has(name)) throw invalidField('plan', `plan must be one of ${this.names.join(', ')}`, 'not_allowed');
  }

  #known(name: string): Plan {
    const found = this.#plans.get(name);
    if (found === undefined) throw new Error(`There is no plan ${name}`);
    return found;
  }
}
