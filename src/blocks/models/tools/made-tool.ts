import { createHash } from 'node:crypto';
import type { AgentTool, ToolTarget } from '#engine/agents/agent-request.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { isFilled } from '../../fields/blank.js';
import type { StoredTool } from './stored-tools.js';

/** A tool of which everything but its final name is known. */
export interface MadeTool {
  readonly stored: StoredTool;
  /** The name that it has unless another tool has the same one. */
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly runs: ToolTarget;
  readonly writes: boolean;
  /** Of what its server says of it; absent: of what the model is shown. */
  readonly digest?: string;
}

/** Why a tool cannot be offered; continues its title. */
export interface MissingTool {
  readonly stored: StoredTool;
  readonly reason: string;
}

export function toolOf(
  { name: nameAlone, description, parameters, runs, writes, stored, digest: own }: MadeTool,
  name: string,
  approval: AgentTool['approval'],
): AgentTool {
  const digest = own ?? toolDigest({ name, description, parameters });
  const alone = nameAlone === name ? {} : { id: nameAlone };
  return { name, ...alone, title: stored.title, description, parameters, digest, runs, approval: stored.approval ?? approval, writes };
}

export function toolDigest({ name, description, parameters }: Pick<AgentTool, 'name' | 'description' | 'parameters'>): string {
  return createHash('sha256')
    .update(JSON.stringify([name, description, parameters]))
    .digest('base64url');
}

/** The values that the author filled in. An empty object, as editors store it, is none. */
export function filledIn(params: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(params).filter(([, value]) => isFilled(value) && !(isJsonObject(value) && Object.keys(value).length === 0)),
  );
}

/**
 * A schema of parameters without those that the author filled in: the model neither sees nor sets them.
 * @param isMerged whether objects of the author are merged with those of the model, which sees them therefore
 */
export function withoutFilled(parameters: JsonObject, filled: JsonObject, isMerged = false): JsonObject {
  const properties = isJsonObject(parameters['properties']) ? parameters['properties'] : {};
  const has = (name: string): boolean => Object.hasOwn(filled, name) && isFilled(filled[name]);
  const open = Object.entries(properties).filter(([name]) => !has(name) || (isMerged && isJsonObject(filled[name])));
  const required = Array.isArray(parameters['required']) ? (parameters['required'] as readonly Json[]) : [];
  const needed = required.filter((name) => typeof name === 'string' && !has(name));
  const { required: _required, ...rest } = parameters;
  return { type: 'object', ...rest, properties: Object.fromEntries(open), ...(needed.length === 0 ? {} : { required: needed }) };
}

/** Letters, digits, `_` and `-`, 64 at most: what all providers accept. */
export function wireName(text: string): string {
  return text
    .replaceAll(/[^\w-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 64);
}
