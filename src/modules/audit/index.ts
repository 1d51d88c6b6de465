export { AuditModule } from './audit.module.js';
export { Takeouts } from './recording/takeouts.js';
export { AuditFeed } from './export/audit-feed.js';
export { AuditArchive, type ArchiveOptions } from './export/audit-archive.js';
export { AuditLag, type AuditState } from './store/audit-lag.js';
export { rotateSigningKey } from './store/rotate-signing-key.js';
export { findSigningKey, isSigningKeyMissing, signingKeyToReseal } from './store/signing-key.js';
export { RunIntegrity, type IntegrityStatus, type RunIntegrityView } from './store/run-integrity.js';
export { RunComparison, verifyRuns, type RunsVerified } from './store/verify-runs.js';
