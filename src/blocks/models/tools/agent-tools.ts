import { setImmediate as nextTurn } from 'node:timers/promises';
import { isId } from '#kernel/ids.js';
import type { AgentTool } from '#engine/agents/agent-request.js';
import { namesOfTool } from '#engine/agents/tool-names.js';
import { BlockFailure } from '#engine/block-failure.js';
import { plainText } from '#engine/values/json-text.js';
import { isOpen } from '../../fields/blank.js';
import type { FieldFault } from '../../fields/field-set.js';
import { toolOf, wireName, type MadeTool, type MissingTool } from './made-tool.js';
import { customName, makeTool, unknownTool, workflowTypes, type ToolMaking } from './make-tool.js';
import { productToolId } from './product-tools.js';
import type { StoredTool } from './stored-tools.js';

/** The tools that an agent offers to its model. */
export interface AgentTools {
  readonly tools: AgentTool[];
  readonly forcedTools: string[];
  readonly warnings: readonly string[];
}

interface Rules {
  /** What happens to a tool that cannot be made. */
  readonly missing: 'fail' | 'skip';
  /** The rule for tools that have none. */
  readonly approval: AgentTool['approval'] | 'writes';
}

/** @throws BlockFailure for a tool that is missing, and for two tools with one name */
export async function agentTools(stored: readonly StoredTool[], rules: Rules, making: ToolMaking): Promise<AgentTools> {
  const made: MadeTool[] = [];
  const missing: MissingTool[] = [];
  for (const each of stored) {
    // Another server writes the schemas: reading one may take a tenth of a second, and other work has its turn before the next.
    if (each.type === 'mcp') await nextTurn();
    const tool = await makeTool(each, making);
    const reason = 'reason' in tool ? tool.reason : making.refusal?.({ tool: namesOfTool(tool) });
    if (reason !== undefined) missing.push({ stored: tool.stored, reason });
    else if (!('reason' in tool)) made.push(tool);
  }
  const warnings = missing.map(({ stored: { title }, reason }) => `The tool "${title}" is left out: it ${reason}`);
  const [first] = missing;
  if (first !== undefined && rules.missing === 'fail') {
    throw new BlockFailure(`The tool "${first.stored.title}" ${first.reason}. Set missingTools to "skip" to run without it`, {
      status: 400,
    });
  }
  const names = namesOf(made);
  const clash = firstClash(names.map((name, index) => [name, made[index]?.stored.title ?? '']));
  if (clash !== null) throw new BlockFailure(`tools ${clash}`, { status: 400 });
  const tools = made.map((tool, index) => toolOf(tool, names[index] ?? '', approvalOf(rules, tool)));
  const forcedTools = tools.filter((_, index) => made[index]?.stored.usage === 'force').map(({ name }) => name);
  return { tools, forcedTools, warnings };
}

function approvalOf({ approval }: Rules, { writes }: MadeTool): AgentTool['approval'] {
  return approval === 'writes' ? (writes ? 'always' : 'never') : approval;
}

/** Tools that would have the same name have their title in it. */
function namesOf(made: readonly Pick<MadeTool, 'name' | 'stored'>[]): readonly string[] {
  const alike = Map.groupBy(made, ({ name }) => name);
  return made.map(({ name, stored }) =>
    (alike.get(name)?.length ?? 0) > 1 ? wireName(`${name.slice(0, 31)}_${stored.title}`) : name || 'tool',
  );
}

function firstClash(named: readonly (readonly [name: string, title: string])[]): string | null {
  const titles = new Map<string, string>();
  for (const [name, title] of named) {
    const other = titles.get(name.toLowerCase());
    if (other !== undefined)
      return `has "${other}" and "${title}", which would both have the name ${name} for the model: give one of them another title`;
    titles.set(name.toLowerCase(), title);
  }
  return null;
}

/** Whether two tools have one name, and which tools cannot exist here: before any run. */
export function toolFaults(stored: readonly StoredTool[]): { readonly clash: string | null; readonly unknown: readonly FieldFault[] } {
  const known = stored.flatMap((each): readonly Pick<MadeTool, 'name' | 'stored'>[] => {
    const name = nameBeforeRun(each);
    return name === null || unknownTool(each) !== undefined ? [] : [{ name, stored: each }];
  });
  const names = namesOf(known);
  const clash = firstClash(names.map((name, index) => [name, known[index]?.stored.title ?? '']));
  const unknown = stored.flatMap((each) => {
    const reason = unknownTool(each);
    return reason === undefined ? [] : [{ field: 'tools', what: `.${String(each.index)} "${each.title}" ${reason}`, code: 'unknown_tool' }];
  });
  return { clash, unknown };
}

/** The names by which a policy knows a tool, as far as the document tells them. */
export function policyNames(stored: StoredTool): readonly string[] {
  const { type, params, toolId } = stored;
  const name = nameBeforeRun(stored) ?? productToolId(type, toolId, stored.operation);
  if (type !== 'mcp') return namesOfTool({ name, runs: { kind: 'block', type: blockTypeOf(type) } });
  const [server, tool] = [plainText(params['serverId']).trim(), plainText(params['toolName']).trim()];
  return namesOfTool({ name: wireName(toolId), runs: { kind: 'mcp', server, tool } });
}

/** The type of the block that runs a tool. */
function blockTypeOf(type: string): string {
  if (type === 'custom-tool') return 'function';
  return workflowTypes.has(type) ? 'workflow' : type;
}

/** The name of a tool as far as the document tells it; null where a run decides. */
function nameBeforeRun(stored: StoredTool): string | null {
  const { type, toolId, operation, params } = stored;
  if (type === 'custom-tool') return customName(stored);
  const resource = params[workflowTypes.has(type) ? 'workflowId' : type === 'table' ? 'tableId' : 'knowledgeBaseId'];
  if (isOpen(resource)) return null;
  if (workflowTypes.has(type)) return wireName(`workflow_executor_${plainText(resource)}`);
  const id = productToolId(type, toolId, operation);
  return typeof resource === 'string' && isId(resource) ? `${id}_${resource}` : id;
}
