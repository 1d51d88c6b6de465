import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { CachedWorkspaceSecrets } from './adapters/cached-workspace-secrets.js';
import { ChangeEnvironmentHandler } from './commands/change-environment.command.js';
import { EnvironmentController } from './http/environment.controller.js';
import { WorkspaceSecrets } from './ports/workspace-secrets.js';
import { EnvironmentViews } from './queries/environment-views.js';
import { GetEnvironmentHandler } from './queries/get-environment.query.js';
import { SealedVariables } from './store/sealed-variables.js';

const handlers = [ChangeEnvironmentHandler, GetEnvironmentHandler];

/** The environment variables of workspaces. Admins set them, and runs use their values. */
@Module({
  controllers: [EnvironmentController],
  providers: [...handlers, EnvironmentViews, SealedVariables, { provide: WorkspaceSecrets, useClass: CachedWorkspaceSecrets }],
  exports: [WorkspaceSecrets],
})
export class EnvironmentModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly variables: SealedVariables,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.variables.forgetEnded());
  }
}
