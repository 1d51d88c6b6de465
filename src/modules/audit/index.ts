export { AuditModule } from './audit.module.js';
export { AuditFeed } from './export/audit-feed.js';
export { AuditArchive } from './export/audit-archive.js';
export { AuditLag } from './store/audit-lag.js';
export { signingKeyToReseal } from './store/signing-key.js';
