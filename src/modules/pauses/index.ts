export { PausesModule } from './pauses.module.js';
export { ResumeExecution, type ResumeOutcome } from './commands/resume-execution.command.js';
export { FindAskingRuns } from './queries/find-asking-runs.query.js';
export { FindQuestions, type Question } from './queries/find-questions.query.js';
