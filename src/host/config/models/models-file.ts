import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { checkEntries } from '#kernel/models/model-policy.js';
import { FieldProblems, flag, oneOf, wholeNumber, type FieldPath, type FieldRule } from '#kernel/models/field-problems.js';
import { addressProblem, checkProvider, modelNameForm, plainAddress } from '#kernel/models/provider-problems.js';
import {
  providerKinds,
  usualBaseUrls,
  usualIdleTimeoutMs,
  type ListedModel,
  type ProviderKind,
  type ProviderSettings,
  type ServerLack,
} from '#kernel/models/model-provider.js';
import { ProblemList } from '../problem-list.js';
import { readSettingsFile } from '../settings-file.js';

/** A provider of the operator. */
export interface OperatorProvider extends ProviderSettings {
  readonly id: string;
  /** The environment variable that holds the key; undefined if the provider needs none. */
  readonly apiKeyEnv: string | undefined;
  /** Whether it may have a private address. */
  readonly allowPrivate: boolean;
  readonly concurrency: number;
}

/** The content of SLUICE_MODELS_FILE. */
export interface ModelsFile {
  readonly providers: readonly OperatorProvider[];
  /** The model that an empty name means. */
  readonly default: string | undefined;
  readonly allow: readonly string[] | undefined;
  readonly deny: readonly string[];
}

export const usualConcurrency = 64;
/** The connections to one origin. */
const mostConcurrency = 512;
const mostProviders = 200;
const members = [
  'id',
  'kind',
  'baseUrl',
  'apiKeyEnv',
  'headers',
  'models',
  'anyModel',
  'allowPrivate',
  'concurrency',
  'idleTimeoutMs',
  'lacks',
];

const id: FieldRule = [
  (value) => typeof value === 'string' && /^[a-z0-9][a-z0-9._-]{0,49}$/.test(value),
  'must be 1 to 50 of a-z 0-9 . _ -',
];
const variable: FieldRule = [
  (value) => typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(value),
  'must be the name of an environment variable, not a key',
];
const modelName: FieldRule = [(value) => typeof value === 'string' && modelNameForm.test(value), 'must be the name of a model'];

/** Reads `{"providers": [...], "default", "allow", "deny"}`, see docs/models.md. @throws ProblemList with every problem */
export function readModelsFile(path: string): ModelsFile {
  const document = readSettingsFile(path, 'providers, default, allow and deny');
  const problems = new FieldProblems();
  problems.object([], document, ['providers', 'default', 'allow', 'deny']);
  const providers = problems.list(['providers'], document['providers'], mostProviders);
  const ids = providers.map((provider) => (isJsonObject(provider) ? provider['id'] : undefined));
  for (const [index, provider] of providers.entries()) {
    checkOperatorProvider(problems, ['providers', index], provider);
    if (typeof ids[index] === 'string' && ids.indexOf(ids[index]) < index)
      problems.add(['providers', index, 'id'], 'must not be that of another provider', 'duplicate');
  }
  problems.check(['default'], document['default'], modelName);
  checkEntries(problems, ['allow'], document['allow']);
  checkEntries(problems, ['deny'], document['deny']);
  if (problems.found.length > 0) throw new ProblemList(problems.found.map(({ message }) => message));
  return {
    providers: providers.map((provider) => providerOf(provider as JsonObject)),
    default: document['default'] as string | undefined,
    allow: document['allow'] as readonly string[] | undefined,
    deny: (document['deny'] ?? []) as readonly string[],
  };
}

function checkOperatorProvider(problems: FieldProblems, path: FieldPath, value: Json): void {
  const provider = problems.object(path, value, members);
  if (provider === undefined) return;
  problems.check([...path, 'id'], provider['id'] ?? null, id);
  const isKind = problems.check([...path, 'kind'], provider['kind'] ?? null, oneOf(providerKinds));
  checkAddress(problems, [...path, 'baseUrl'], isKind ? provider : { ...provider, kind: 'openai' });
  problems.check([...path, 'apiKeyEnv'], provider['apiKeyEnv'], variable);
  problems.check([...path, 'anyModel'], provider['anyModel'], flag);
  problems.check([...path, 'allowPrivate'], provider['allowPrivate'], flag);
  problems.check([...path, 'concurrency'], provider['concurrency'], wholeNumber(1, mostConcurrency));
  checkProvider(problems, path, provider, { isStored: false });
  if (provider['models'] === undefined && provider['anyModel'] === false)
    problems.add([...path, 'models'], 'must list the models, or anyModel must be true');
}

function checkAddress(problems: FieldProblems, path: FieldPath, { kind, baseUrl, allowPrivate }: JsonObject): void {
  if (baseUrl === undefined) {
    if (usualBaseUrls[kind as ProviderKind] === undefined) problems.add(path, 'is required for kind openai-compatible');
    return;
  }
  const problem = addressProblem(baseUrl);
  if (problem !== undefined) problems.add(path, problem);
  else if (new URL(baseUrl as string).protocol === 'http:' && allowPrivate !== true)
    problems.add(path, 'must begin with https://, or allowPrivate must be true for an address in a private network');
}

/** A checked provider with its defaults. Without a list of models it takes any model. */
function providerOf(provider: JsonObject): OperatorProvider {
  const kind = provider['kind'] as ProviderKind;
  const models = (provider['models'] ?? []) as unknown as readonly ListedModel[];
  return {
    id: provider['id'] as string,
    kind,
    baseUrl: plainAddress((provider['baseUrl'] ?? usualBaseUrls[kind]) as string),
    apiKeyEnv: provider['apiKeyEnv'] as string | undefined,
    headers: (provider['headers'] ?? {}) as Readonly<Record<string, string>>,
    models,
    anyModel: (provider['anyModel'] ?? models.length === 0) as boolean,
    allowPrivate: (provider['allowPrivate'] ?? false) as boolean,
    concurrency: (provider['concurrency'] ?? usualConcurrency) as number,
    idleTimeoutMs: (provider['idleTimeoutMs'] ?? usualIdleTimeoutMs) as number,
    lacks: (provider['lacks'] ?? []) as readonly ServerLack[],
  };
}
