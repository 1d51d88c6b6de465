import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { isInTriggerMode, liveBlocks } from '#document/block-roles.js';
import type { Block, WorkflowDocument } from '#document/document.js';
import { isOpen } from '../fields/blank.js';
import { agentBlock } from '../models/agent/agent.block.js';
import { unknownTool } from '../models/tools/make-tool.js';
import { storedTools, type StoredTool } from '../models/tools/stored-tools.js';
import { mcpBlock } from '../http/mcp/mcp.block.js';
import { wantedTool } from '../models/tools/mcp-tool.js';
import { valuesOf } from './field-texts.js';
import { finding, type Finding } from './finding.js';
import type { WorkspaceFacts } from './named-things.js';

/** A tool of an MCP server that a block names as it is, without a reference. */
export interface McpUse {
  readonly field: string;
  readonly server: string;
  readonly url?: string;
  /** Absent: a reference says which one. */
  readonly tool?: string;
  /** Whether the block runs without the tool if there is none. */
  readonly isOptional: boolean;
}

/** Names a use. */
export function mcpUseKey({ server, url = '', tool = '' }: McpUse): string {
  return JSON.stringify([server, url, tool]);
}

/** The tools of MCP servers that a document names. */
export function mcpUses(document: WorkflowDocument): readonly McpUse[] {
  return liveBlocks(document).flatMap((block) => (isInTriggerMode(block) ? [] : usesOf(block)));
}

/** A missing server keeps a document from being deployed, also where the failure of the block would be handled. */
export function mcpFindings(block: Block, { mcpRefusals }: Pick<WorkspaceFacts, 'mcpRefusals'>): readonly Finding[] {
  return usesOf(block).flatMap((use) => {
    const refusal = mcpRefusals.get(mcpUseKey(use));
    if (refusal === undefined) return [];
    const found = finding({ block, field: use.field, code: 'unusable_mcp_tool', what: `names a tool that cannot be used: ${refusal}` });
    return [{ ...found, isAlways: !use.isOptional }];
  });
}

function usesOf(block: Block): readonly McpUse[] {
  const values = valuesOf(block);
  if (block.type === mcpBlock.type) return ownUse(values);
  if (block.type !== agentBlock.type) return [];
  const isOptional = values['missingTools'] === 'skip';
  const stored = (storedTools(values['tools']) ?? []).filter((tool) => tool.type === 'mcp' && unknownTool(tool) === undefined);
  return stored.map((tool) => ({ ...toolUse(tool), isOptional }));
}

function ownUse({ server, tool }: JsonObject): readonly McpUse[] {
  const named = literal(server);
  if (named === undefined) return [];
  const wanted = literal(tool);
  return [{ field: 'server', server: named, ...(wanted === undefined ? {} : { tool: wanted }), isOptional: false }];
}

function toolUse(stored: StoredTool): Omit<McpUse, 'isOptional'> {
  return { field: 'tools', ...wantedTool(stored) };
}

function literal(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && !isOpen(value) && !isJsonObject(value) ? value.trim() : undefined;
}
