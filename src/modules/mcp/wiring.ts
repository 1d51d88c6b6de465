import type { Wiring } from '#ledger/composition.js';
import { mcpServerAudit, mcpServerEvents } from './domain/mcp-server.events.js';
import { mcpServerProjection } from './projections/mcp-server.projection.js';

import { mcpConnectionAudit, mcpConnectionEvents } from './client/domain/mcp-connection.events.js';
import { mcpPinsEvents } from './client/domain/mcp-pins.events.js';
import { mcpGrant } from './store/grants/mcp-grant.entity.js';
import { mcpRevocation } from './store/grants/mcp-revocation.entity.js';
import { mcpConnectionProjection } from './client/projections/mcp-connection.projection.js';

export const mcpWiring: Wiring = {
  events: [...mcpServerEvents, ...mcpConnectionEvents, ...mcpPinsEvents],
  projections: [mcpServerProjection, mcpConnectionProjection],
  tables: [mcpGrant, mcpRevocation],
  auditLines: [...mcpServerAudit, ...mcpConnectionAudit],
  notAudited: [{ events: [...mcpPinsEvents], because: 'part of a deployment, which is audited' }],
};
