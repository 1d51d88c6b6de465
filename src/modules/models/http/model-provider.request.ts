import { Allow, IsIn } from 'class-validator';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';
import { providerKinds, type ListedModel, type ProviderKind, type ServerLack } from '#kernel/models/model-provider.js';

/**
 * A model provider as it is to be.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "gateway", "kind": "openai-compatible", "baseUrl": "https://models.example.com/v1", "apiKey": "{{GATEWAY_KEY}}"}
 */
export class CreateModelProviderRequest extends WorkspaceRequest {
  /** Name of the provider, unique in the workspace. Models are called `<name>/<model>`. */
  @IsText(64)
  name!: string;

  /** The dialect that the provider speaks. */
  @IsIn(providerKinds)
  kind!: ProviderKind;

  /** Address of the API, without the path of an operation. The default is that of the vendor. https, unless it is private and listed in SLUICE_OUTBOUND_ALLOW. */
  @MayBeAbsent()
  @Allow()
  baseUrl?: string;

  /** `{{NAME}}`: the variable of the environment of the workspace that holds the key. It is sent to the origin of `baseUrl` only. */
  @MayBeAbsent()
  @Allow()
  apiKey?: string | null;

  /** Further headers of each request. Keys are not written here. */
  @MayBeAbsent()
  @Allow()
  headers?: Readonly<Record<string, string>> | null;

  /** How long a stream may pause, in ms. The default is 120000. */
  @MayBeAbsent()
  @Allow()
  idleTimeoutMs?: number | null;

  /** The models that may be used. Without a list, any model may be. */
  @MayBeAbsent()
  @Allow()
  models?: readonly ListedModel[] | null;

  /** What the server refuses: `stream_options`, `json_schema`, `tool_choice`. */
  @MayBeAbsent()
  @Allow()
  lacks?: readonly ServerLack[] | null;
}

/**
 * What is to be otherwise.
 * @example {"models": [{"id": "llama-3.3-70b", "prices": {"input": 0.59, "output": 0.79}}]}
 */
export class ChangeModelProviderRequest {
  /** Name of the provider, unique in the workspace. */
  @MayBeAbsent()
  @IsText(64)
  name?: string;

  /** Address of the API. If its origin is another one, `apiKey` must be given again. */
  @MayBeAbsent()
  @Allow()
  baseUrl?: string;

  /** `{{NAME}}` of the environment of the workspace; null removes the key. */
  @MayBeAbsent()
  @Allow()
  apiKey?: string | null;

  /** Further headers of each request; null removes them. */
  @MayBeAbsent()
  @Allow()
  headers?: Readonly<Record<string, string>> | null;

  /** How long a stream may pause, in ms; null: 120000. */
  @MayBeAbsent()
  @Allow()
  idleTimeoutMs?: number | null;

  /** The models that may be used; null: any. */
  @MayBeAbsent()
  @Allow()
  models?: readonly ListedModel[] | null;

  /** What the server refuses: `stream_options`, `json_schema`, `tool_choice`. */
  @MayBeAbsent()
  @Allow()
  lacks?: readonly ServerLack[] | null;
}

/**
 * The name of a model or of a provider.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "gpt-4o"}
 */
export class TestModelRequest extends WorkspaceRequest {
  /** Name of a model or of a provider. */
  @IsText(200)
  name!: string;
}
