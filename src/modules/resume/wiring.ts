import type { Wiring } from '#infrastructure/composition.js';
import { pauseEvents } from './domain/pause.events.js';
import { pausedExecutions } from './projections/paused-executions.projection.js';

export const resumeWiring: Wiring = { events: pauseEvents, projections: [pausedExecutions] };
