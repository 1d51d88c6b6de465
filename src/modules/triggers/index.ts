export { TriggersModule } from './triggers.module.js';
export { DeliveryRates } from './deliveries/delivery-rates.js';
export { RecordingLimit } from './deliveries/recording-limit.js';
export { PollClaims } from './firing/polls/poll-claims.js';
export { TriggerBacklog, type Backlog } from './store/trigger-backlog.js';
export { triggerSecretsToReseal } from './store/secrets/rotated-secrets.js';
export { triggerSources } from './kinds/trigger-sources.js';
export { FiringDrift } from './firing/firing-drift.js';
export { unregisteredTriggers } from './store/unregistered.js';
