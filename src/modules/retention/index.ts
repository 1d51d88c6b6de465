export { RetentionModule } from './retention.module.js';
export { RetentionRules } from './queries/retention-rules.js';
export { ChangeHold } from './commands/change-hold.command.js';
export { sweepRuns, type SweptMonth } from './worker/retention-sweep.js';
