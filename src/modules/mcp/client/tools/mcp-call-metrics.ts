import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Counts calls of tools of MCP servers in this process. Servers and tools have no series, since `/metrics` is public. */
@Injectable()
export class McpCallMetrics {
  /** To be registered where metrics are served. */
  readonly calls = new Counter({
    name: 'sluice_mcp_client_calls_total',
    help: 'Calls of tools of MCP servers, by outcome: answered, tool-error, aborted, or the kind of the failure. Repetitions count separately',
    labelNames: ['outcome'],
    registers: [],
  });

  count(outcome: string): void {
    this.calls.inc({ outcome });
  }
}
