import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { parseConfig } from '#host/config/config.js';
import { ThrottleGuard } from '#edge/throttle/throttle.guard.js';
import { requireWorkspace } from '#kernel/caller.js';
import { ApiKeyGuard } from '#modules/identity/index.js';
import { WorkspacesController } from '#modules/identity/http/workspaces/workspaces.controller.js';
import { startServer } from '../../src/app/server.js';
import { benchKey, TestBed } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';

const rounds = 7;
const requests = 10_000;

interface Gate {
  readonly guards: readonly CanActivate[];
  readonly workspaceId: string;
}

/** What it costs to let one request in, with everything known: key, bucket, scope. Without HTTP, so that nothing else is in the figure. */
export async function gateCost(): Promise<Section> {
  const bed = await TestBed.open();
  const config = parseConfig({
    DATABASE_URL: await bed.database('gate'),
    SLUICE_ENCRYPTION_KEY: '1'.repeat(64),
    SLUICE_BOOTSTRAP_API_KEY: benchKey,
    SLUICE_LOG_LEVEL: 'warn',
    PORT: '0',
  });
  const server = await startServer(config);
  try {
    const response = await fetch(`${server.url}/api/v1/workspaces`, { headers: { 'x-api-key': benchKey } });
    const { data } = (await response.json()) as { data: { id: string }[] };
    const guards = [ApiKeyGuard, ThrottleGuard].map((guard) => server.app.get<CanActivate>(guard, { strict: false }));
    const gate = { guards, workspaceId: data[0]?.id ?? '' };
    await measure(gate);
    const figures: number[] = [];
    for (let turn = 0; turn < rounds; turn += 1) figures.push(await measure(gate));
    const rows = [['key, token, headers, scope', round(median(figures), 1), round(Math.max(...figures), 1)]];
    const notes = [`Median and worst of ${rounds} rounds of ${requests} requests with one key.`];
    return { title: 'Gate', columns: ['', 'µs CPU a request', 'worst round'], rows, notes };
  } finally {
    await server.stop();
    await bed.close();
  }
}

/** @returns microseconds of CPU for each request */
async function measure({ guards, workspaceId }: Gate): Promise<number> {
  const contexts = Array.from({ length: requests }, contextOf);
  const before = process.cpuUsage();
  for (const context of contexts) {
    for (const guard of guards) {
      const admitted = guard.canActivate(context);
      if (typeof admitted !== 'boolean') await admitted;
    }
    const { caller } = context.switchToHttp().getRequest<Request>();
    if (caller === undefined) throw new Error('No caller was admitted');
    requireWorkspace(caller, workspaceId, 'read');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

function contextOf(): ExecutionContext {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'x-api-key': benchKey };
  const response = new ServerResponse(request);
  const http = { getRequest: () => request, getResponse: () => response };
  const handler = WorkspacesController.prototype.list;
  return { switchToHttp: () => http, getHandler: () => handler, getClass: () => WorkspacesController } as unknown as ExecutionContext;
}
