export { IdentityModule } from './identity.module.js';
export { Access, type AccessRule } from './http/access.decorator.js';
export { ApiKeyGuard } from './http/api-key.guard.js';
export { BootstrapInstance, type FirstRun } from './commands/bootstrap-instance.command.js';
export { UserEmails } from './queries/user-emails.js';
export { keysToReseal } from './store/keys-to-reseal.js';
