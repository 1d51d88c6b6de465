import { Global, Module } from '@nestjs/common';
import { ExecutionsModule, PauseBook } from '#modules/executions/index.js';
import { JobsModule } from '#modules/jobs/index.js';
import { PauseAccounts } from './store/pause-accounts.js';
import { PauseLedger } from './store/pause-ledger.js';

/** Global, since it fills a port of the module below it: who keeps account of what a run asks. */
@Global()
@Module({
  imports: [ExecutionsModule, JobsModule],
  providers: [PauseAccounts, { provide: PauseBook, useClass: PauseLedger }],
  exports: [PauseBook],
})
export class ResumeModule {}
