import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#kernel/clock.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { resolvedHeaders } from '../commands/connection-input.js';
import { McpClient, type McpOffer } from '../connection/mcp-client.js';
import type { McpEndpoint } from '../connection/mcp-endpoint.js';
import { McpFailure } from '../connection/mcp-failure.js';
import { OauthTokens } from '../oauth/oauth-tokens.js';
import type { McpConnectionRow } from '../queries/mcp-connection-rows.js';
import { digestOf } from './tool-digest.js';

const freshMs = 5 * 60_000;
const restMs = 120_000;
const mostServers = 500;
/** A list may take 5 MiB. */
const mostBytes = 128 * 1024 * 1024;

interface Kept {
  readonly at: number;
  readonly outcome: McpOffer | McpFailure;
  /** When the tools were recorded that these agree with. */
  agreesWith?: string;
}

/**
 * The tools of MCP servers, as this process knows them: for 5 minutes, or until another process has recorded other ones. A server that has failed
 * is left alone for 120 s.
 */
@Injectable()
export class ToolLists {
  readonly #kept = new LRUCache<string, Kept>({
    max: mostServers,
    maxSize: mostBytes,
    sizeCalculation: ({ outcome }) => ('tools' in outcome ? JSON.stringify(outcome.tools).length + 1 : 1),
  });
  readonly #running = new Map<string, Promise<McpOffer>>();

  constructor(
    private readonly client: McpClient,
    private readonly secrets: WorkspaceSecrets,
    private readonly tokens: OauthTokens,
    private readonly clock: Clock,
  ) {}

  /** @throws McpFailure */
  async of(row: McpConnectionRow): Promise<McpOffer> {
    const kept = this.#kept.get(keyOf(row));
    if (kept === undefined) return this.ask(row);
    const ageMs = this.#now() - kept.at;
    const { outcome } = kept;
    if (!(outcome instanceof McpFailure)) return ageMs < freshMs && !isOutdated(kept, outcome.tools, row) ? outcome : this.ask(row);
    if (ageMs >= restMs) return this.ask(row);
    const seconds = Math.ceil((restMs - ageMs) / 1_000);
    throw new McpFailure(
      'resting',
      `${outcome.message}. It is left alone for ${seconds} s; POST /api/v1/mcp-servers/${row.id}/test asks it now`,
    );
  }

  /** Asks the server, whatever is known of it. Callers at the same time share one request. @throws McpFailure */
  ask(row: McpConnectionRow): Promise<McpOffer> {
    const key = keyOf(row);
    const running = this.#running.get(key) ?? this.#ask(row).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  /** @throws McpFailure if a secret of the headers is not set, or an access token cannot be had */
  async endpointOf(row: McpConnectionRow, refused?: string): Promise<McpEndpoint> {
    const { workspaceId, name, url, headers, timeoutMs } = row;
    const resolved = resolvedHeaders(headers, await this.secrets.of(workspaceId));
    const [missing] = resolved.missing;
    if (missing !== undefined) {
      throw new McpFailure('denied', `The MCP server ${name} needs the secret {{${missing}}}: set it in the environment of the workspace`);
    }
    if (row.oauth === null) return { name, url, tenant: workspaceId, headers: resolved.headers, timeoutMs };
    const token = await this.tokens.of(row, refused);
    const withToken = { ...resolved.headers, authorization: `Bearer ${token}` };
    return { name, url, tenant: workspaceId, headers: withToken, timeoutMs, renewed: () => this.endpointOf(row, token) };
  }

  async #ask(row: McpConnectionRow): Promise<McpOffer> {
    const endpoint = await this.endpointOf(row).catch((error: unknown) => {
      // An authorization server that does not answer is left alone, too. What a person has to mend may be mended at any time.
      if (error instanceof McpFailure && error.isPassing) this.#kept.set(keyOf(row), { at: this.#now(), outcome: error });
      throw error;
    });
    try {
      const offer = await this.client.offer(endpoint);
      this.#kept.set(keyOf(row), { at: this.#now(), outcome: offer });
      return offer;
    } catch (error) {
      if (error instanceof McpFailure) this.#kept.set(keyOf(row), { at: this.#now(), outcome: error });
      throw error;
    }
  }

  #now(): number {
    return this.clock.now().getTime();
  }
}

/** A changed registration is asked again, and so is one that a person has signed in to. */
function keyOf({ id, updatedAt, authorizedAt }: McpConnectionRow): string {
  return `${id} ${updatedAt} ${authorizedAt ?? ''}`;
}

/** Whether other tools than these were recorded since. */
function isOutdated(kept: Kept, tools: McpOffer['tools'], { tools: recorded, refreshedAt }: McpConnectionRow): boolean {
  if (recorded === null || refreshedAt === null || refreshedAt === kept.agreesWith || Date.parse(refreshedAt) < kept.at) return false;
  if (tools.length !== Object.keys(recorded).length || tools.some((tool) => recorded[tool.name] !== digestOf(tool))) return true;
  kept.agreesWith = refreshedAt;
  return false;
}
