import { DomainError } from '#kernel/errors.js';
import { nearestWords } from '#kernel/text/misspelling.js';
import type { FoundModel } from './provider.js';

const mostNearest = 5;
/** Longer names are not compared: the edit distance of long texts takes long to compute. */
const longestCompared = 100;

/** No provider has a model of that name. `known` are the names that would do. */
export function unknownModel(name: string, known: readonly string[]): DomainError {
  const message = name === '' ? noModel : `No provider has the model ${shortened(name)}. ${hintFor(name, known)}`;
  return new DomainError('invalid', 'UNKNOWN_MODEL', message, { details: [{ path: ['model'], message, code: 'unknown_model' }] });
}

const noModel = 'No model is named, and the operator of the server has set no default. Choose one that GET /api/v1/models lists';

function shortened(name: string): string {
  return JSON.stringify(name.length > longestCompared ? `${name.slice(0, longestCompared)}…` : name);
}

function hintFor(name: string, known: readonly string[]): string {
  const nearest = name.length > longestCompared ? [] : nearestWords(name, known, mostNearest);
  return nearest.length > 0
    ? `The nearest names are ${nearest.join(', ')}`
    : 'Configure a provider: see docs/models.md, or POST /api/v1/model-providers';
}

/** The name is not shown: it may be long, and may contain characters that change how a message reads. */
export function unreadableModel(): DomainError {
  const message = 'The name of a model must be 1 to 200 characters without control characters. GET /api/v1/models lists names';
  return new DomainError('invalid', 'UNKNOWN_MODEL', message, { details: [{ path: ['model'], message, code: 'unknown_model' }] });
}

/** A policy denies every model that the name means. `found` is the first of them. */
export function deniedModel(name: string, { provider }: Pick<FoundModel, 'provider'>): DomainError {
  const remedy = 'Choose a model that GET /api/v1/models lists, or change the modelPolicy';
  return new DomainError(
    'forbidden',
    'MODEL_NOT_ALLOWED',
    `The model ${JSON.stringify(name)} of the provider ${provider.name} is not allowed here: a policy of the server, the plan, the organization or the workspace denies it. ${remedy}`,
  );
}

export function unpricedModel({ provider, id }: FoundModel): DomainError {
  const remedy = `Give its prices in the settings of the provider ${provider.name}, or choose a model that GET /api/v1/models lists with prices`;
  return new DomainError(
    'forbidden',
    'MODEL_PRICE_UNKNOWN',
    `The price of the model ${JSON.stringify(id)} is unknown, and a policy requires prices. ${remedy}`,
  );
}

export function goneProvider(name: string): DomainError {
  return new DomainError(
    'invalid',
    'MODEL_PROVIDER_GONE',
    `The model provider ${name} does not exist any more. Deploy the workflow again, or create the provider again`,
  );
}

/** The key of a provider is not set. */
export function missingKey({ name, source, keyName }: FoundModel['provider']): DomainError {
  const remedy =
    source === 'operator'
      ? `the operator of the server has to set the environment variable ${keyName}`
      : `set {{${keyName}}} in the environment of the workspace`;
  return new DomainError('invalid', 'MODEL_KEY_MISSING', `The model provider ${name} has no key: ${remedy}`);
}

/** A variable that a header of a provider of a workspace names is not set. */
export function missingHeaderKey({ name }: FoundModel['provider'], variable: string): DomainError {
  const message = `A header of the model provider ${name} needs {{${variable}}}: set it in the environment of the workspace`;
  return new DomainError('invalid', 'MODEL_KEY_MISSING', message);
}

/** The same error for a request that names the model in another field than `model`, which is the field of blocks. */
export function inField(field: string, error: unknown): unknown {
  if (!(error instanceof DomainError) || error.kind !== 'invalid') return error;
  const given = error.details ?? [{ path: ['model'], message: error.message, code: 'invalid' }];
  const details = given.map((detail) => (detail.path[0] === 'model' ? { ...detail, path: [field] } : detail));
  return new DomainError(error.kind, error.code, error.message, { details });
}
