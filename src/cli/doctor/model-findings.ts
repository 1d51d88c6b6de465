import type { Config } from '#host/config/config.js';
import { SystemClock } from '#host/system-clock.js';
import type { OperatorProvider } from '#host/config/models/models-file.js';
import type { ProviderProbe } from '#modules/models/index.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { ok, warn, type Finding } from './finding.js';

const check = 'models';

/** One finding for each model provider of the operator: whether its key is set, and whether it answers. */
export async function modelFindings({ models, outboundAllow }: Pick<Config, 'models' | 'outboundAllow'>): Promise<readonly Finding[]> {
  const { providers } = models.read();
  if (providers.length === 0) return [];
  const { ProviderHealth, ProviderProbe } = await import('#modules/models/index.js');
  const outbound = new PolicedHttp({ allow: outboundAllow });
  const clock = new SystemClock();
  const probe = new ProviderProbe(outbound, new ProviderHealth(clock), clock);
  try {
    return await Promise.all(providers.map((provider) => findingOf(provider, models, probe)));
  } finally {
    await outbound.close();
  }
}

async function findingOf(provider: OperatorProvider, models: Config['models'], probe: ProviderProbe): Promise<Finding> {
  const { id, apiKeyEnv, allowPrivate, baseUrl, ...settings } = provider;
  const apiKey = apiKeyEnv === undefined ? undefined : models.keyIn(apiKeyEnv);
  if (apiKeyEnv !== undefined && apiKey === undefined)
    return warn(check, `the provider ${id} has no key`, `Set the environment variable ${apiKeyEnv}.`);
  const { error, models: listed = [] } = await probe.ask({ ...settings, baseUrl, apiKey, allowsPrivate: allowPrivate });
  if (error === undefined) return ok(check, `the provider ${id} answers and lists ${listed.length} models`);
  return warn(check, `${id}: ${error}`, `Check baseUrl (${baseUrl}), the key and the network. Other providers are not affected.`);
}
