import type { Config } from '#host/config/config.js';
import { originOf } from '#kernel/models/model-provider.js';
import { SystemClock } from '#host/system-clock.js';
import type { OperatorProvider } from '#host/config/models/models-file.js';
import type { ProviderProbe } from '#modules/models/index.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { ok, warn, type Finding } from './finding.js';
import { reachable } from './network-findings.js';

type MetricsPlace = Pick<Config, 'host' | 'port' | 'metricsPort' | 'metricsToken'>;

const check = 'models';
const breakers = 'model breakers';
/** Several processes behind one port are told apart by the first label. */
const stateLine = /^sluice_model_breaker_state\{(?:process="([^"]+)",)?provider="([^"]+)",state="([^"]+)"\} 1$/gm;

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
  const { error, models: listed = [] } = await probe.ask({
    ...settings,
    place: { provider: `operator/${id}`, origin: originOf(baseUrl) },
    baseUrl,
    apiKey,
    allowsPrivate: allowPrivate,
  });
  if (error === undefined) return ok(check, `the provider ${id} answers and lists ${listed.length} models`);
  return warn(check, `${id}: ${error}`, `Check baseUrl (${baseUrl}), the key and the network. Other providers are not affected.`);
}

/** The circuit breakers of the processes of the server that answers at the port, from its metrics. Empty if no server answers, or it has no providers. */
export async function breakerFindings(settings: MetricsPlace): Promise<readonly Finding[]> {
  const lines = [...(await metricsOf(settings)).matchAll(stateLine)];
  const states = lines.map(([, process, provider = '', state = '']) => ({ process, provider, state }));
  if (states.length === 0) return [];
  const broken = states.filter(({ state }) => state !== 'closed');
  if (broken.length === 0) return [ok(breakers, `closed for ${[...new Set(states.map(({ provider }) => provider))].join(', ')}`)];
  return broken.map(({ process, provider, state }) => {
    const meaning = state === 'open' ? 'calls fail at once' : 'the next call decides';
    const advice = 'GET /api/v1/models/health shows its last failure. Once the provider works again, the next call closes the breaker.';
    return warn(
      breakers,
      `that of ${provider} is ${state} at the running server${process === undefined ? '' : `, in ${process}`}: ${meaning}`,
      advice,
    );
  });
}

async function metricsOf({ host, port, metricsPort, metricsToken }: MetricsPlace): Promise<string> {
  try {
    const headers: Record<string, string> = metricsToken === undefined ? {} : { Authorization: `Bearer ${metricsToken}` };
    const response = await fetch(`http://${reachable(host)}:${metricsPort ?? port}/metrics`, {
      headers,
      signal: AbortSignal.timeout(2000),
    });
    return response.ok ? await response.text() : '';
  } catch {
    return '';
  }
}
