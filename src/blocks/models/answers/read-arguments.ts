import type { AgentTool, ReadArguments, ToolTarget } from '#engine/agents/agent-request.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';
import { schemaCheck } from './schema-check.js';

const longest = 1024 * 1024;

/**
 * Reads what a model wrote as the arguments of a tool. What the author filled in and what the tool does not have is left out, so that no
 * model can set it. Never throws; the problem is a sentence for the model.
 */
export function readArguments(tool: AgentTool, text: string): ReadArguments {
  if (text.length > longest) return { problem: `The arguments of ${tool.name} are longer than 1 MB.` };
  const written = text.trim() === '' ? {} : parseJson(text);
  if (written === undefined) return { problem: `The arguments of ${tool.name} are not valid JSON. Write one JSON object.` };
  if (!isJsonObject(written)) return { problem: `The arguments of ${tool.name} must be one JSON object.` };
  const value = allowed(tool, written);
  const check = schemaCheck(tool.parameters);
  const problem = check.fault === undefined ? check.problem(value) : `the schema of the tool ${check.fault.what}`;
  return problem === null ? { value: completed(tool, value) } : { problem: `The arguments of ${tool.name} do not fit: ${problem}.` };
}

function allowed({ parameters, runs }: AgentTool, written: JsonObject): JsonObject {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  const required = Array.isArray(parameters['required']) ? (parameters['required'] as readonly Json[]) : [];
  const isOpen = runs.kind === 'mcp' || (runs.kind === 'block' && runs.argumentsInto !== undefined && !isCode(runs));
  const given = runs.kind === 'mcp' ? runs.given : {};
  const entries = Object.entries(written).filter(([name, value]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known === undefined) return isOpen && !Object.hasOwn(given, name);
    // Providers with strict schemas send null for what the model leaves out.
    return value !== null || required.includes(name) || allowsNull(known);
  });
  return Object.fromEntries(entries);
}

/** The code of an author names each argument: one that the model leaves out is null in it. */
function completed({ parameters, runs }: AgentTool, value: JsonObject): JsonObject {
  if (!isCode(runs) || !isJsonObject(parameters['properties'])) return value;
  return { ...Object.fromEntries(Object.keys(parameters['properties']).map((name) => [name, null])), ...value };
}

function isCode(runs: ToolTarget): boolean {
  return runs.kind === 'block' && runs.type === 'function' && runs.argumentsInto !== undefined;
}

function allowsNull(schema: Json): boolean {
  return !isJsonObject(schema) || schema['type'] === undefined || [schema['type']].flat().includes('null');
}
