import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { EnvironmentModule } from '#modules/environment/index.js';
import { IdentityModule } from '#modules/identity/index.js';
import { McpTools } from '#modules/runs/index.js';
import { ToolPins } from '#modules/workflows/index.js';
import { BeginMcpAuthorizationHandler, FinishMcpAuthorizationHandler } from './commands/authorize-mcp-connection.command.js';
import { ChangeMcpConnectionHandler } from './commands/change-mcp-connection.command.js';
import { DeleteMcpConnectionHandler } from './commands/delete-mcp-connection.command.js';
import { RegisterMcpConnectionHandler } from './commands/register-mcp-connection.command.js';
import { McpClient } from './connection/mcp-client.js';
import { AuthorizationCookie } from './http/authorization-cookie.js';
import { McpAuthorizationsController } from './http/mcp-authorizations.controller.js';
import { McpServersController } from './http/mcp-servers.controller.js';
import { OauthExchange } from './oauth/oauth-exchange.js';
import { OauthTokens } from './oauth/oauth-tokens.js';
import { RevokeTokensWork } from './jobs/revoke-tokens.work.js';
import { TokenRevocations } from './oauth/token-revocations.js';
import { GetMcpConnectionHandler } from './queries/get-mcp-connection.query.js';
import { ListMcpConnectionsHandler } from './queries/list-mcp-connections.query.js';
import { McpConnectionRows } from './queries/mcp-connection-rows.js';
import { OwnMcpConnections } from './queries/own-mcp-connections.js';
import { McpGrants } from '../store/grants/mcp-grants.js';
import { McpRevocations } from '../store/grants/mcp-revocations.js';
import { ConnectedServers } from './tools/connected-servers.js';
import { ListConnectedToolsHandler } from './queries/list-connected-tools.query.js';
import { McpCallMetrics } from './tools/mcp-call-metrics.js';
import { NamedTools } from './tools/named-tools.js';
import { PinnedTools } from './tools/pinned-tools.js';
import { RefreshMcpConnectionHandler } from './commands/refresh-mcp-connection.command.js';
import { RunMcp } from './tools/run-mcp.js';
import { ServedTools } from './tools/served-tools.js';
import { TestMcpConnectionHandler } from './commands/test-mcp-connection.command.js';
import { ToolLists } from './tools/tool-lists.js';

const handlers = [
  RegisterMcpConnectionHandler,
  ChangeMcpConnectionHandler,
  DeleteMcpConnectionHandler,
  RefreshMcpConnectionHandler,
  TestMcpConnectionHandler,
  ListMcpConnectionsHandler,
  GetMcpConnectionHandler,
  ListConnectedToolsHandler,
  BeginMcpAuthorizationHandler,
  FinishMcpAuthorizationHandler,
];

/** Tools of MCP servers in workflows. Global, because it provides ports of workflows and runs. */
@Global()
@Module({
  imports: [IdentityModule, EnvironmentModule],
  controllers: [McpServersController, McpAuthorizationsController],
  providers: [
    ...handlers,
    OwnMcpConnections,
    McpConnectionRows,
    McpClient,
    McpGrants,
    OauthExchange,
    OauthTokens,
    TokenRevocations,
    McpRevocations,
    RevokeTokensWork,
    AuthorizationCookie,
    ToolLists,
    ConnectedServers,
    NamedTools,
    RunMcp,
    McpCallMetrics,
    { provide: McpTools, useClass: ServedTools },
    { provide: ToolPins, useClass: PinnedTools },
  ],
  exports: [McpTools, ToolPins, McpCallMetrics],
})
export class McpClientModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly deletion: DeleteMcpConnectionHandler,
    private readonly worker: WorkerLoop,
    private readonly revoking: RevokeTokensWork,
  ) {}

  onModuleInit(): void {
    this.worker.register(this.revoking);
    this.housekeeper.add(() => this.deletion.forgetEnded());
  }
}
