import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { BodyGuard } from '#edge/body/body.guard.js';
import { InfrastructureModule, type Infrastructure } from './infrastructure.module.js';
import { BucketStorage } from '#edge/throttle/bucket-storage.js';
import { StartThrottleGuard, ThrottleGuard } from '#edge/throttle/throttle.guard.js';
import { throttlerOptions } from '#edge/throttle/throttlers.js';
import { Throttling } from '#edge/throttle/throttling.js';
import { ChatModule } from '#modules/chat/index.js';
import { AuditModule } from '#modules/audit/index.js';
import { EnvironmentModule } from '#modules/environment/index.js';
import { RunsModule } from '#modules/runs/index.js';
import { ExportsModule } from '#modules/exports/index.js';
import { FilesModule } from '#modules/files/index.js';
import { ApiKeyGuard, IdentityModule, ScopeGuard } from '#modules/identity/index.js';
import { KnowledgeModule } from '#modules/knowledge/index.js';
import { LogsModule } from '#modules/logs/index.js';
import { McpModule } from '#modules/mcp/index.js';
import { ConsoleModule } from '#modules/console/index.js';
import { ConversationsModule } from '#modules/conversations/index.js';
import { OperationsModule } from '#modules/operations/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { PausesModule } from '#modules/pauses/index.js';
import { TablesModule } from '#modules/tables/index.js';
import { TriggersModule } from '#modules/triggers/index.js';
import { UsageModule } from '#modules/usage/index.js';

/**
 * The whole application. The order of the guards is the order of the checks, see src/edge/README.md. The order of the modules is the order
 * in which their routes are matched: the module that gets thousands of requests a second comes first.
 */
@Module({})
export class AppModule {
  static of(infrastructure: Infrastructure): DynamicModule {
    return {
      module: AppModule,
      imports: [
        InfrastructureModule.of(infrastructure),
        ThrottlerModule.forRootAsync({ inject: [Throttling, BucketStorage], useFactory: throttlerOptions }),
        RunsModule,
        PausesModule,
        IdentityModule,
        RetentionModule,
        EnvironmentModule,
        TablesModule,
        FilesModule,
        ConversationsModule,
        TriggersModule,
        ChatModule,
        McpModule,
        UsageModule,
        KnowledgeModule,
        LogsModule,
        AuditModule,
        ExportsModule,
        OperationsModule,
        ConsoleModule,
      ],
      providers: [
        ThrottleGuard,
        StartThrottleGuard,
        { provide: APP_GUARD, useExisting: ApiKeyGuard },
        { provide: APP_GUARD, useExisting: ThrottleGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
        { provide: APP_GUARD, useExisting: StartThrottleGuard },
        { provide: APP_GUARD, useClass: ScopeGuard },
      ],
    };
  }
}
