export { LogsModule } from './logs.module.js';
export { LogFeed } from './queries/log-feed.js';
