import { invalid, invalidField, type DomainError } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { FieldProblems, oneOf } from '#kernel/models/field-problems.js';
import { providerKinds, usualBaseUrls, usualIdleTimeoutMs, type ListedModel, type ProviderKind } from '#kernel/models/model-provider.js';
import { addressProblem, checkProvider, plainAddress } from '#kernel/models/provider-problems.js';
import type { ModelProviderSettings } from '../domain/model-provider.events.js';

/** A provider as a request writes it. Null removes a key, headers or the list of models. */
export interface ProviderInput {
  readonly name?: unknown;
  readonly baseUrl?: unknown;
  readonly apiKey?: unknown;
  readonly headers?: unknown;
  readonly idleTimeoutMs?: unknown;
  readonly models?: unknown;
  readonly lacks?: unknown;
}

const nameForm = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,62}[\p{L}\p{N}._-])?$/u;
const secretForm = /^\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,127})\s*\}\}$/;

/** The settings that a request names. @throws DomainError invalid, with a detail for each problem */
export function readProvider(input: ProviderInput): Partial<ModelProviderSettings> {
  const { name, baseUrl, apiKey } = input as Readonly<Record<keyof ProviderInput, Json | undefined>>;
  const rest = withoutNull(input) as Readonly<Record<string, Json | undefined>>;
  const problems = new FieldProblems();
  problems.check(['name'], name, [
    (value) => typeof value === 'string' && nameForm.test(value),
    'must be 1 to 64 letters, digits, spaces or . _ -, and begin with a letter or digit',
  ]);
  const badAddress = baseUrl === undefined ? undefined : addressProblem(baseUrl);
  if (badAddress !== undefined) problems.add(['baseUrl'], badAddress);
  problems.check(['apiKey'], apiKey, [
    (value) => value === null || (typeof value === 'string' && secretForm.test(value)),
    'must be {{NAME}}, a variable of the environment of the workspace, or null; a key itself is never stored here',
  ]);
  checkProvider(problems, [], rest, { isStored: true });
  if (problems.found.length > 0) throw invalid(problems.found);
  return {
    ...(name === undefined ? {} : { name: (name as string).normalize('NFC') }),
    ...(baseUrl === undefined ? {} : { baseUrl: plainAddress(baseUrl as string) }),
    ...(apiKey === undefined ? {} : { secret: secretIn(apiKey) }),
    ...(input.headers === undefined ? {} : { headers: (input.headers ?? {}) as Record<string, string> }),
    ...(input.idleTimeoutMs === undefined ? {} : { idleTimeoutMs: (input.idleTimeoutMs ?? usualIdleTimeoutMs) as number }),
    ...(input.models === undefined ? {} : { models: modelsIn(input.models as ListedModel[] | null) }),
    ...(input.lacks === undefined ? {} : { lacks: (input.lacks ?? []) as ModelProviderSettings['lacks'] }),
  };
}

/** A new provider, with the defaults of what its request leaves out. @throws DomainError invalid */
export function readNewProvider(
  kind: unknown,
  input: ProviderInput,
): { readonly kind: ProviderKind; readonly settings: ModelProviderSettings } {
  const settings = readProvider(input);
  const problems = new FieldProblems();
  const isKind = problems.check(['kind'], (kind ?? null) as Json, oneOf(providerKinds));
  if (settings.name === undefined) problems.add(['name'], 'is required', 'required');
  const baseUrl = settings.baseUrl ?? (isKind ? usualBaseUrls[kind as ProviderKind] : '');
  if (baseUrl === undefined) problems.add(['baseUrl'], 'is required for kind openai-compatible', 'required');
  if (problems.found.length > 0) throw invalid(problems.found);
  const usual = { name: '', secret: null, headers: {}, idleTimeoutMs: usualIdleTimeoutMs, models: null, lacks: [] };
  return { kind: kind as ProviderKind, settings: { ...usual, ...settings, baseUrl: baseUrl ?? '' } };
}

export function notSecure(): DomainError {
  return invalidField(
    'baseUrl',
    'baseUrl must begin with https://, or be a private address that SLUICE_OUTBOUND_ALLOW lists',
    'not_secure',
  );
}

export function foreignPort({ port }: URL): DomainError {
  const message = `baseUrl has the port ${port} of another protocol than HTTP. The operator of the server can allow it: SLUICE_OUTBOUND_ALLOW must list the address with this port`;
  return invalidField('baseUrl', message, 'not_secure');
}

function secretIn(apiKey: Json): string | null {
  return apiKey === null ? null : (secretForm.exec(apiKey as string)?.[1] ?? null);
}

/** A provider without listed models takes any. */
function modelsIn(models: ListedModel[] | null): ListedModel[] | null {
  return models === null || models.length === 0 ? null : models;
}

function withoutNull(input: ProviderInput): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
