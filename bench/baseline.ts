import 'reflect-metadata';
import { createHmac } from 'node:crypto';
import { Body, Controller, Get, HttpCode, Inject, Module, Post, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Request } from 'express';
import { defineEvent } from '#kernel/event.js';
import { Composition } from '#ledger/composition.js';
import { EventStore } from '#ledger/events/event-store.js';
import { openDatabase } from '#ledger/ledger.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';

// The yardstick: what Nest on Express costs that checks a key and makes three events durable in grouped commits, and does
// nothing else. Everything that the server does besides is measured against it.

const Measured = defineEvent('bench.measured')<{ n: number; text: string }>();
const key = process.env.SLUICE_BOOTSTRAP_API_KEY ?? '';
const digest = (value: string): string => createHmac('sha256', 'pepper').update(value).digest('base64');
const keys = new Map([[digest(key), { userId: 'someone' }]]);
const ids = new SystemIds();

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    return keys.has(digest(String(request.headers['x-api-key'])));
  }
}

@Controller()
class BaselineController {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  @Get('health/ready')
  ready(): { ready: boolean } {
    return { ready: true };
  }

  @Post('run')
  @HttpCode(200)
  @UseGuards(KeyGuard)
  async run(@Body() body: { n: number }): Promise<unknown> {
    const startTime = new Date();
    const streamId = ids.next();
    const text = 'x'.repeat(200);
    const events = [0, 1, 2].map((index) => Measured({ n: body.n + index, text }));
    await this.store.append({
      streams: [{ streamId, lifetime: 'run', workspaceId: null, expected: 0, events, meta: { actorId: 'someone' } }],
    });
    return { success: true, executionId: streamId, output: body, error: null, metadata: { startTime, endTime: new Date(), duration: 1 } };
  }
}

const database = await openDatabase({
  connectionString: process.env.DATABASE_URL ?? '',
  poolSize: 4,
  composition: new Composition([{ events: [Measured], projections: [] }]),
  clock: new SystemClock(),
  onError: () => undefined,
});

@Module({ controllers: [BaselineController], providers: [{ provide: EventStore, useValue: database.store }] })
class BaselineModule {}

const app = await NestFactory.create(BaselineModule, { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});
