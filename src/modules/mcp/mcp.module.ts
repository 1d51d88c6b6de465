import { Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { FilesModule } from '#modules/files/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { PausesModule } from '#modules/pauses/index.js';
import { RunsModule } from '#modules/runs/index.js';
import { WorkflowsModule } from '#modules/workflows/index.js';
import { McpClientModule } from './client/mcp-client.module.js';
import { AddMcpToolHandler } from './commands/add-mcp-tool.command.js';
import { ChangeMcpServerHandler } from './commands/change-mcp-server.command.js';
import { ChangeMcpToolHandler } from './commands/change-mcp-tool.command.js';
import { CreateMcpServerHandler } from './commands/create-mcp-server.command.js';
import { DeleteMcpServerHandler } from './commands/delete-mcp-server.command.js';
import { OwnMcpServers } from './commands/own-mcp-servers.js';
import { RemoveMcpToolHandler } from './commands/remove-mcp-tool.command.js';
import { McpDiscoveryController } from './http/mcp-discovery.controller.js';
import { McpServeController } from './http/mcp-serve.controller.js';
import { ProtectedResourceController } from './http/protected-resource.controller.js';
import { WorkflowServersController } from './http/workflow-servers.controller.js';
import { WorkflowToolsController } from './http/workflow-tools.controller.js';
import { DiscoverMcpServersHandler } from './queries/discover-mcp-servers.query.js';
import { GetMcpServerHandler } from './queries/get-mcp-server.query.js';
import { ListMcpServersHandler } from './queries/list-mcp-servers.query.js';
import { ReachableServers } from './queries/reachable-servers.js';
import { ServerViews } from './queries/server-views.js';
import { ToolSchemas } from './queries/tool-schemas.js';
import { FileContents } from './server/results/file-contents.js';
import { McpCalls } from './server/mcp-calls.js';
import { McpDoor } from './server/door/mcp-door.js';
import { McpExchanges } from './server/mcp-exchanges.js';
import { McpGateway } from './server/mcp-gateway.js';
import { McpTokens } from './server/mcp-tokens.js';
import { ServedServers } from './server/served-servers.js';
import { ToolCalls } from './server/tool-calls.js';
import { AccessTokens } from './server/door/access-tokens.js';
import { IssuerKeys } from './server/door/issuer-keys.js';
import { ToolSubscriptions } from './server/tool-subscriptions.js';
import { ToolQuestions } from './server/tool-questions.js';
import { McpServers } from './store/mcp-servers.js';

const handlers = [
  CreateMcpServerHandler,
  ChangeMcpServerHandler,
  DeleteMcpServerHandler,
  AddMcpToolHandler,
  ChangeMcpToolHandler,
  RemoveMcpToolHandler,
  ListMcpServersHandler,
  GetMcpServerHandler,
  DiscoverMcpServersHandler,
];

const serving = [
  McpDoor,
  McpExchanges,
  McpGateway,
  McpTokens,
  McpCalls,
  ServedServers,
  ToolCalls,
  ToolQuestions,
  ToolSubscriptions,
  FileContents,
  AccessTokens,
  IssuerKeys,
];

/** Workflows as tools of MCP clients, and tools of MCP servers in workflows. */
@Module({
  imports: [McpClientModule, IdentityModule, WorkflowsModule, RunsModule, PausesModule, FilesModule],
  controllers: [
    McpServeController,
    ProtectedResourceController,
    McpDiscoveryController,
    WorkflowToolsController,
    WorkflowServersController,
  ],
  providers: [...handlers, ...serving, McpServers, ServerViews, ReachableServers, ToolSchemas, OwnMcpServers],
  exports: [McpCalls],
})
export class McpModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly deletion: DeleteMcpServerHandler,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.deletion.forgetEnded());
  }
}
