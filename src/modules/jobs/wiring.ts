import type { Wiring } from '#infrastructure/composition.js';
import { timer } from '#infrastructure/queue/timer.js';
import { workItem } from '#infrastructure/queue/work-item.js';
import { jobEvents } from './domain/job.events.js';
import { jobStatus } from './projections/job-status.projection.js';

export const jobsWiring: Wiring = { events: jobEvents, projections: [jobStatus], tables: [workItem, timer] };
