import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import { plainText } from '#engine/values/json-text.js';
import { isFilled, isOpen } from '../fields/blank.js';
import { agentBlock } from '../models/agent/agent.block.js';
import { policyNames } from '../models/tools/agent-tools.js';
import { workflowTypes } from '../models/tools/make-tool.js';
import { productToolId, productTools } from '../models/tools/product-tools.js';
import { storedTools, type StoredTool } from '../models/tools/stored-tools.js';
import { valuesOf } from './field-texts.js';
import { finding, type Finding } from './finding.js';
import type { NamedThing, WorkspaceFacts } from './named-things.js';

/** Warnings about tools that the policy forbids now: it may change before a run, which checks it again. */
export function toolFindings(block: Block, { toolRefusal }: Pick<WorkspaceFacts, 'toolRefusal'>): readonly Finding[] {
  if (block.type !== agentBlock.type) return [];
  return (storedTools(valuesOf(block)['tools']) ?? []).flatMap((stored) => {
    const host = hostOf(stored);
    const ofTool = toolRefusal({ tool: policyNames(stored) });
    const ofHost = host === undefined ? undefined : toolRefusal({ host });
    const name = `.${stored.index} ${quoted(stored.title)}`;
    if (ofTool !== undefined) return [finding({ block, field: 'tools', code: 'tool_not_allowed', what: `${name} ${ofTool}` })];
    if (ofHost === undefined) return [];
    return [finding({ block, field: 'tools', code: 'host_not_allowed', what: `${name}: the host ${host ?? ''} ${ofHost}` })];
  });
}

/** The workflows, tables and knowledge bases of the tools of an agent, as far as they are fixed. */
export function thingsOfTools(block: Block): readonly NamedThing[] {
  if (block.type !== agentBlock.type) return [];
  return (storedTools(valuesOf(block)['tools']) ?? []).flatMap((stored) => {
    const { index, type, toolId, operation, params } = stored;
    const resource = workflowTypes.has(type) ? 'workflowId' : productTools.get(productToolId(type, toolId, operation))?.resource;
    const id = resource === undefined ? undefined : params[resource];
    const kind = resource === undefined ? undefined : kinds[resource];
    if (kind === undefined || typeof id !== 'string' || !isFilled(id) || isOpen(id)) return [];
    return [{ kind, field: `tools.${index}`, id: id.trim(), hasOwnKey: false }];
  });
}

const kinds: Readonly<Record<string, NamedThing['kind']>> = { workflowId: 'workflow', tableId: 'table', knowledgeBaseId: 'knowledge base' };

/** The host that an author has fixed for a tool. */
function hostOf({ params }: StoredTool): string | undefined {
  const { url } = params;
  const address = url === undefined || isOpen(url) ? '' : plainText(url).trim();
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
