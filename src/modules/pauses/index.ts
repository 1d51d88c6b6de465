export { PausesModule } from './pauses.module.js';
export { PauseApproved, ResumeQueued } from './domain/pause.events.js';
