export { DataTaken, type TakenKind } from './domain/data-taken.events.js';
export { Takeouts } from './takeouts.js';
export { TakeoutsModule } from './takeouts.module.js';
