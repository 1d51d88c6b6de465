import { Global, Module } from '@nestjs/common';
import { Takeouts } from './takeouts.js';

/** Who took what out. Global: every module that hands data out records it. */
@Global()
@Module({ providers: [Takeouts], exports: [Takeouts] })
export class TakeoutsModule {}
