import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import { plainText } from '#engine/values/json-text.js';
import { isOpen } from '../fields/blank.js';
import { agentBlock } from '../models/agent/agent.block.js';
import { policyNames } from '../models/tools/agent-tools.js';
import { storedTools, type StoredTool } from '../models/tools/stored-tools.js';
import { valuesOf } from './field-texts.js';
import { finding, type Finding } from './finding.js';
import type { WorkspaceFacts } from './workspace-facts.js';

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

/** The host that an author has fixed for a tool. */
function hostOf({ params }: StoredTool): string | undefined {
  const { url } = params;
  const address = url === undefined || isOpen(url) ? '' : plainText(url).trim();
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
