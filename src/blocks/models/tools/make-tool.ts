import { isId } from '#kernel/ids.js';
import type { PolicyRefusal } from '#kernel/models/model-policy.js';
import { isJsonObject, type JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { parseJson, plainText } from '#engine/values/json-text.js';
import { isFilled, isOpen } from '../../fields/blank.js';
import { inputFields, type InputField } from '../../flow/start/input-format.js';
import type { RunMetadata } from '../../flow/start/run-metadata.js';
import type { DeployedVersion, McpServers } from '../../ports/mcp.js';
import type { CallableWorkflows } from '../../ports/workflows.js';
import { schemaFault } from '../answers/schema-check.js';
import { filledIn, wireName, withoutFilled, type MadeTool, type MissingTool } from './made-tool.js';
import { mcpTool } from './mcp-tool.js';
import { productToolId, productTools } from './product-tools.js';
import type { StoredTool } from './stored-tools.js';

/** What the making of tools may use. */
export interface ToolMaking {
  /** The author's texts with the names of secrets. */
  readonly inputs: BlockInputs;
  readonly workflows: CallableWorkflows;
  readonly servers: McpServers;
  /** The version of the agent. */
  readonly usedBy: DeployedVersion;
  /** Why the present policy forbids a tool; absent: it forbids none. */
  readonly refusal?: PolicyRefusal | undefined;
  /** The run of the agent. */
  readonly run: () => Promise<Pick<RunMetadata, 'workspaceId' | 'workflowId'>>;
}

const noWorkflow = 'names no workflow';

/** Types of tools that run a workflow. */
export const workflowTypes: ReadonlySet<string> = new Set(['workflow', 'workflow_input']);

/** Makes a tool from what an editor stored. */
export function makeTool(stored: StoredTool, making: ToolMaking): MadeTool | MissingTool | Promise<MadeTool | MissingTool> {
  const { type } = stored;
  if (workflowTypes.has(type)) return workflowTool(stored, making);
  if (type === 'custom-tool') return customTool(stored);
  if (type === 'mcp') return mcpTool(stored, making);
  return productTool(stored, making);
}

/** Why a stored tool can never be made here; undefined for one that may be. Continues its title. */
export function unknownTool(stored: StoredTool): string | undefined {
  const { type, toolId, operation } = stored;
  if (workflowTypes.has(type)) {
    const { workflowId } = stored.params;
    return isOpen(workflowId) || isId(plainText(workflowId).trim()) ? undefined : noWorkflow;
  }
  if (type === 'mcp')
    return isFilled(stored.params['serverId']) || isFilled(stored.params['serverUrl']) ? undefined : 'names no MCP server';
  if (type === 'custom-tool') return customFault(stored);
  return productTools.has(productToolId(type, toolId, operation)) ? undefined : notHere(type);
}

function notHere(type: string): string {
  return `has the type "${type}", of which this server has no tools`;
}

function productTool(stored: StoredTool, { inputs }: ToolMaking): MadeTool | MissingTool {
  const id = productToolId(stored.type, stored.toolId, stored.operation);
  const tool = productTools.get(id);
  if (tool === undefined) return { stored, reason: notHere(stored.type) };
  const { type, operation, properties, required, resource, description, writes } = tool;
  const params = filledIn(stored.params);
  const of = resource === undefined || !Object.hasOwn(params, resource) ? '' : inputs.text(params[resource]);
  const parameters = withoutFilled({ type: 'object', properties, required: [...(required ?? [])] }, params);
  return {
    stored,
    name: wireName(isId(of) ? `${id}_${of}` : id),
    description: described(description, stored),
    parameters,
    runs: { kind: 'block', type, params, given: operation === undefined ? {} : { operation } },
    writes: typeof writes === 'function' ? writes(params) : writes,
  };
}

/** The title tells two tools of one kind apart. */
function described(description: string, { title, type }: StoredTool): string {
  return title === '' || title.toLowerCase() === type ? description : `${description} (${title})`;
}

function customFault(stored: StoredTool): string | undefined {
  if (stored.code === undefined || stored.code.trim() === '') return 'has no code in the document, and this server stores no custom tools';
  const fault = schemaFault(parametersOf(stored));
  return fault === undefined ? undefined : `has parameters whose schema at ${fault.path} ${fault.what}`;
}

/** The function of the author: its code sees the arguments as constants. */
function customTool(stored: StoredTool): MadeTool | MissingTool {
  const { code = '' } = stored;
  const reason = customFault(stored);
  if (reason !== undefined) return { stored, reason };
  const { description } = definitionOf(stored);
  const params = filled(stored.params);
  return {
    stored: { ...stored, title: customTitle(stored) },
    name: customName(stored),
    description: typeof description === 'string' ? description : '',
    parameters: withoutFilled(parametersOf(stored), params, true),
    runs: {
      kind: 'block',
      type: 'function',
      params: Object.keys(params).length === 0 ? { code } : { code, arguments: params },
      given: {},
      argumentsInto: 'arguments',
    },
    writes: code.includes('fetch'),
  };
}

function definitionOf({ schema = {} }: StoredTool): JsonObject {
  return isJsonObject(schema['function']) ? schema['function'] : schema;
}

const noParameters: JsonObject = { type: 'object', properties: {} };

function parametersOf(stored: StoredTool): JsonObject {
  const { parameters } = definitionOf(stored);
  return isJsonObject(parameters) ? parameters : noParameters;
}

function customTitle(stored: StoredTool): string {
  const { name } = definitionOf(stored);
  return stored.title === stored.type && typeof name === 'string' ? name : stored.title;
}

/** The name of a custom tool for the model. */
export function customName(stored: StoredTool): string {
  return wireName(`custom_${customTitle(stored)}`);
}

async function workflowTool(stored: StoredTool, { inputs, workflows, run }: ToolMaking): Promise<MadeTool | MissingTool> {
  const { params } = stored;
  const workflowId = inputs.text(params['workflowId']).trim();
  if (!isId(workflowId)) return { stored, reason: noWorkflow };
  const { workspaceId, workflowId: own } = await run();
  if (workflowId === own) return { stored, reason: 'is the workflow of the agent itself' };
  const found = await workflows.deployed(workflowId, workspaceId).catch((error: unknown) => {
    if (error instanceof BlockFailure) return error;
    throw error;
  });
  if (found instanceof BlockFailure) return { stored, reason: `cannot be called: ${found.message}` };
  const mapping = mappingIn(params);
  const parameters = schemaOfInput(inputFields(found.plan.start.params['inputFormat']));
  return {
    stored: { ...stored, title: workflowTypes.has(stored.title) ? found.name : stored.title },
    name: wireName(`workflow_executor_${workflowId}`),
    description: `Runs the workflow "${found.name}" and returns its output.`,
    parameters: withoutFilled(parameters, mapping, true),
    runs: {
      kind: 'block',
      type: 'workflow',
      params: { workflowId, inputMapping: mapping },
      given: {},
      argumentsInto: 'inputMapping',
      workflow: { name: found.name, version: found.version },
    },
    writes: true,
  };
}

/** What the author fills in, as an object: also where it is stored as JSON text. */
function mappingIn({ inputMapping }: JsonObject): JsonObject {
  const mapping = typeof inputMapping === 'string' ? parseJson(inputMapping) : inputMapping;
  return isJsonObject(mapping) ? filled(mapping) : {};
}

const jsonTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  'file[]': 'array',
};

function schemaOfInput(fields: readonly InputField[]): JsonObject {
  const properties = fields.map(({ name, type, description, choices }) => {
    const known = Object.hasOwn(jsonTypes, type) ? { type: jsonTypes[type] ?? 'string' } : {};
    return [name, { ...known, ...(description === null ? {} : { description }), ...(choices === null ? {} : { enum: choices }) }] as const;
  });
  const required = fields.filter(({ isRequired, fallback }) => isRequired && fallback === undefined).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

function filled(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)));
}
