import { Injectable } from '@nestjs/common';
import { Telemetry } from '#host/logging/telemetry/telemetry.js';
import { OutboundHttp } from '#world/outbound/outbound-http.js';
import { Sandbox } from '#world/sandbox/sandbox.js';
import { Capabilities, provide } from '#blocks/ports/capabilities.js';
import { CodeSandbox } from '#blocks/ports/code-sandbox.js';
import { Files } from '#blocks/ports/files.js';
import { Http } from '#blocks/ports/http.js';
import { Knowledge } from '#blocks/ports/knowledge.js';
import { Models } from '#blocks/ports/language-models.js';
import { Memory } from '#blocks/ports/memory.js';
import { Mcp } from '#blocks/ports/mcp.js';
import { Tables } from '#blocks/ports/tables.js';
import { Workflows } from '#blocks/ports/workflows.js';
import { RunModels } from '#modules/models/index.js';
import { McpTools } from '../../ports/mcp-tools.js';
import { Plans } from '../plans.js';
import { RunFiles } from '../data/run-files.js';
import { RunKnowledge } from '../data/run-knowledge.js';
import { RunMemory } from '../data/run-memory.js';
import { RunTables } from '../data/run-tables.js';
import { withReportedFaults } from '#ledger/database/faults/reported-faults.js';

/**
 * The capabilities that this server gives to blocks. A new port is one more line. The outbound client, the sandbox and the models report their own faults;
 * the others use the database.
 */
@Injectable()
export class ServerCapabilities extends Capabilities {
  constructor(
    http: OutboundHttp,
    sandbox: Sandbox,
    memory: RunMemory,
    tables: RunTables,
    knowledge: RunKnowledge,
    files: RunFiles,
    workflows: Plans,
    models: RunModels,
    tools: McpTools,
    telemetry: Telemetry,
  ) {
    super([
      provide(Http, ({ callChain, workflowId, executionId, workspaceId: tenant, traceparent }) => {
        const headers = telemetry.headersOf(executionId, traceparent);
        return {
          send: (request) =>
            http.send({ ...request, headers: { ...headers, ...request.headers }, via: [...callChain, workflowId], tenant }),
        };
      }),
      provide(CodeSandbox, () => sandbox),
      provide(Models, (run) => models.of(run)),
      provide(Memory, (run) => withReportedFaults(memory.of(run))),
      provide(Tables, (run) => withReportedFaults(tables.of(run))),
      provide(Knowledge, (run) => withReportedFaults(knowledge.of(run))),
      provide(Files, (run) => withReportedFaults(files.of(run))),
      provide(Workflows, () => withReportedFaults(workflows)),
      provide(Mcp, (run) => withReportedFaults(tools.of(run))),
    ]);
  }
}
