import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { McpCalls } from '#modules/mcp/index.js';
import { counter, gauge } from './plain-metrics.js';

/** What clients of MCP servers do in this process. */
@Injectable()
export class McpServerMetrics {
  constructor(registry: Registry, calls: McpCalls) {
    registry.registerMetric(gauge('sluice_mcp_server_responses_open', 'Responses to MCP clients that have not ended', () => calls.open));
    const limited = 'Messages of MCP clients that were refused for the rate of the plan';
    registry.registerMetric(counter('sluice_mcp_server_messages_limited_total', limited, () => calls.limited));
    registry.registerMetric(
      new Counter({
        name: 'sluice_mcp_server_calls_total',
        help: 'Calls of tools by MCP clients, by outcome',
        labelNames: ['outcome'] as const,
        registers: [],
        collect() {
          this.reset();
          for (const [outcome, count] of calls.counts) this.inc({ outcome }, count);
        },
      }),
    );
  }
}
