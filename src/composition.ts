import { Composition } from '#infrastructure/composition.js';
import { identityWiring } from '#modules/identity/wiring.js';
import { workflowsWiring } from '#modules/workflows/wiring.js';

/** Every module's events, projections and tables. */
export const composition = new Composition([identityWiring, workflowsWiring]);
