import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { IdentityModule } from '#modules/identity/index.js';
import { ConsolePages } from './pages/console-pages.js';

/** The web console: its pages and files, from the build in `console/dist`. */
@Module({ imports: [IdentityModule], providers: [ConsolePages] })
export class ConsoleModule implements NestModule {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly pages: ConsolePages,
  ) {}

  /** Before the routes. The pages are no routes: they are the same for all, hold no data, and belong to no API. */
  configure(): void {
    this.host.httpAdapter.use(this.pages.handler);
  }
}
