export { McpCalls } from './server/mcp-calls.js';
export { McpModule } from './mcp.module.js';
export { McpCallMetrics } from './client/tools/mcp-call-metrics.js';
export { mcpGrantsToReseal, mcpRevocationsToReseal } from './store/grants/mcp-tokens-to-reseal.js';
