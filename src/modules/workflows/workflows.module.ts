import { Module } from '@nestjs/common';
import { CachedDeployments } from './adapters/cached-deployments.js';
import { Deployments } from './ports/deployments.js';

@Module({ providers: [{ provide: Deployments, useClass: CachedDeployments }], exports: [Deployments] })
export class WorkflowsModule {}
