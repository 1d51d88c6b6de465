export { ResumeModule } from './resume.module.js';
export { PauseApproved, ResumeQueued } from './domain/pause.events.js';
