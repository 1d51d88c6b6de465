export { ResumeModule } from './resume.module.js';
