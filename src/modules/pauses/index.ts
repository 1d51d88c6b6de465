export { PausesModule } from './pauses.module.js';
