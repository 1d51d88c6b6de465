import { ModelBudget, type BudgetHold } from '../../../src/modules/runs/ports/model-budget.js';

class OpenBudget extends ModelBudget {
  async admit(): Promise<BudgetHold> {
    return { settle: () => undefined, release: () => undefined };
  }
}

/** A budget without a limit. */
export const openBudget: ModelBudget = new OpenBudget();
