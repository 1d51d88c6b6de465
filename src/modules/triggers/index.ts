export { TriggersModule } from './triggers.module.js';
export { FiringDrift } from './firing/firing-drift.js';
