import type { ExecutionEvent } from '#engine/execution.events.js';
import type { Plan } from '#engine/graph/plan.js';
import type { CallableWorkflows } from '#blocks/ports/workflows.js';

/** The plans of the workflows that a run has entered. The state needs them synchronously, so they are loaded before. */
export class EnteredPlans {
  readonly #plans = new Map<string, Plan>();

  constructor(private readonly workflows: CallableWorkflows) {}

  /** Loads the plans of the workflows in the history of the run. */
  async load(history: readonly ExecutionEvent[]): Promise<void> {
    for (const { type, payload } of history) {
      if (type !== 'execution.child-entered') continue;
      const { workflowId, deploymentVersion } = payload;
      this.add(workflowId, deploymentVersion, await this.workflows.version(workflowId, deploymentVersion));
    }
  }

  add(workflowId: string, version: number, plan: Plan): void {
    this.#plans.set(`${workflowId}@${version}`, plan);
  }

  of(workflowId: string, version: number): Plan {
    const plan = this.#plans.get(`${workflowId}@${version}`);
    if (plan === undefined) throw new Error(`The plan of workflow ${workflowId} was not loaded`);
    return plan;
  }
}
