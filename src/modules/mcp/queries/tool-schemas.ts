import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { inputFields, type InputField } from '#blocks/flow/start/input-format.js';
import { chooseStart } from '#engine/graph/start-choice.js';
import type { JsonObject } from '#kernel/json.js';
import { Deployments } from '#modules/workflows/index.js';
import { toolSchema } from '../domain/tool-schema.js';
import type { ToolRow } from '../store/mcp-servers.js';

/** What a tool takes. */
export interface ToolInput {
  readonly fields: readonly InputField[];
  readonly schema: JsonObject;
}

const mostVersions = 2000;
const mostBytes = 2 * 1024 * 1024;

/** Reads the arguments of tools off the active versions of their workflows. A version never changes, so its fields are cached. */
@Injectable()
export class ToolSchemas {
  readonly #fields = new LRUCache<string, { readonly fields: readonly InputField[] | null }>({ max: mostVersions });

  constructor(private readonly deployments: Deployments) {}

  /** Undefined for a workflow without an active version or without a start for calls, and for a schema above 2 MiB. */
  async of(tool: Pick<ToolRow, 'workflowId' | 'activeVersion' | 'parameterDescriptions'>): Promise<ToolInput | undefined> {
    const { workflowId, activeVersion, parameterDescriptions } = tool;
    if (activeVersion === null) return undefined;
    const fields = await this.#fieldsOf(workflowId, activeVersion);
    if (fields === null) return undefined;
    const schema = toolSchema(fields, parameterDescriptions);
    return JSON.stringify(schema).length > mostBytes ? undefined : { fields, schema };
  }

  async #fieldsOf(workflowId: string, version: number): Promise<readonly InputField[] | null> {
    const key = `${workflowId}:${version}`;
    const known = this.#fields.get(key);
    if (known !== undefined) return known.fields;
    const document = await this.deployments.document(workflowId, version);
    const fields = fieldsOfStart(document);
    this.#fields.set(key, { fields });
    return fields;
  }
}

function fieldsOfStart(document: Parameters<typeof chooseStart>[0]): readonly InputField[] | null {
  try {
    const { subBlocks } = chooseStart(document, 'api');
    return inputFields(subBlocks['inputFormat']?.value);
  } catch {
    return null;
  }
}
