import { BlockList, isIP } from 'node:net';
import { isJsonObject } from '#kernel/json.js';
import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import { BlockFields, type FieldProblem } from '../domain/block-fields.js';
import { authorHmac } from '../signatures/author-hmac.js';
import { providerOf, providers, type Provider } from '../signatures/providers.js';
import { secretProblem } from '../signatures/signing-keys.js';
import type { ProviderTrigger } from './providers/provider-triggers.js';
import { bodyFormats, checksOf, responseModes, type BodyFormat, type WebhookSettings } from './webhook-settings.js';
import { writtenSecrets } from './webhook-secrets.js';

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** A value that a secret of the workspace replaces. Its form is known only then. */
const named = /^\{\{[^{}]+\}\}$/;

type Verification = Pick<WebhookSettings, 'verification' | 'tokenHeader' | 'hmac'>;

type Reading = WebhookSettings | { readonly problems: readonly FieldProblem[] };

/** Reads the webhook of a block. It finds every problem, and depends on the block alone. */
export function readWebhook(block: Block): Reading {
  const fields = new BlockFields(block);
  return readSettings(block, fields, fields.flag('requireAuth', true) ? 'token' : 'none');
}

/** Reads the block of a provider. Its deliveries are checked as the provider signs them, unless the author chose otherwise. */
export function readProviderWebhook(block: Block, { id, verification }: ProviderTrigger): Reading {
  const fields = new BlockFields(block);
  const reading = readSettings(block, fields, verification);
  return 'problems' in reading ? reading : { ...reading, reactsTo: { trigger: id, eventTypes: fields.list('eventTypes') } };
}

function readSettings(block: Block, fields: BlockFields, usualVerification: string): Reading {
  const settings: WebhookSettings = {
    ...readVerification(fields, usualVerification),
    acceptOtherMethods: fields.flag('acceptOtherMethods'),
    exposeRequestHeaders: fields.flag('exposeRequestHeaders'),
    verifyTestEvents: fields.flag('verifyTestEvents'),
    idempotencyField: fields.text('idempotencyField') ?? '',
    responseMode: fields.choice('responseMode', responseModes, 'default') ?? 'default',
    responseStatusCode: fields.integer('responseStatusCode', 200, 599, 200) ?? 200,
    responseBody: readBody(fields),
    formats: [],
    allowedIps: readAddresses(fields),
  };
  const complete = { ...settings, formats: readFormats(fields, providerOf(usualVerification) ?? providerOf(settings.verification)) };
  refuseMissingSecret(block, complete, fields);
  return fields.problems.length > 0 ? { problems: fields.problems } : complete;
}

function readVerification(fields: BlockFields, usual: string): Verification {
  const known = ['none', 'token', 'hmac', ...Object.keys(providers)];
  const verification = fields.choice('verification', known, usual) ?? 'none';
  if (verification === 'hmac') return readHmac(fields);
  const header = fields.text('secretHeaderName');
  if (verification !== 'token' || header === undefined) return { verification };
  if (!headerName.test(header)) fields.refuse('secretHeaderName', 'needs a secretHeaderName that is the name of a header');
  return { verification, tokenHeader: header.toLowerCase() };
}

function readHmac(fields: BlockFields): Verification {
  const hmac = authorHmac({
    hmacHeader: fields.text('hmacHeader') ?? '',
    hmacAlgorithm: fields.text('hmacAlgorithm') ?? '',
    hmacEncoding: fields.text('hmacEncoding') ?? '',
    hmacPrefix: fields.exactText('hmacPrefix'),
    hmacTemplate: fields.exactText('hmacTemplate'),
    hmacTimestampHeader: fields.text('hmacTimestampHeader') ?? '',
  });
  if ('kind' in hmac) return { verification: 'hmac', hmac };
  fields.problems.push(...hmac);
  return { verification: 'hmac' };
}

/** A webhook without a secret accepts what anyone sends, so that has to be written. */
function refuseMissingSecret(block: Block, settings: WebhookSettings, fields: BlockFields): void {
  const [check] = checksOf(settings);
  if (check === undefined) return;
  const { field, current, previous } = writtenSecrets(block, settings);
  if (current === '')
    fields.problems.push({ field, what: `needs ${field}, or verification "none" to accept every request`, code: 'no_secret' });
  for (const [name, secret] of [
    [field, current],
    ['previousSecret', previous],
  ] as const) {
    const problem = secret === '' || named.test(secret) ? undefined : secretProblem(check, secret);
    if (problem !== undefined) fields.refuse(name, `has a ${name} that ${problem}`);
  }
}

function readFormats(fields: BlockFields, provider: Provider | undefined): readonly BodyFormat[] {
  if (provider !== undefined) return provider.sendsForms === true ? ['json', 'form'] : ['json'];
  const format = fields.choice('bodyFormat', ['auto', ...bodyFormats], 'auto') ?? 'auto';
  return format === 'auto' ? ['json', 'form', 'multipart'] : bodyFormats.filter((each) => each === format);
}

/** A body that an editor stored as JSON is answered as that JSON. */
function readBody(fields: BlockFields): string {
  const value = fields.value('responseBody');
  return isJsonObject(value) || Array.isArray(value) ? JSON.stringify(value) : fields.exactText('responseBody');
}

function readAddresses(fields: BlockFields): readonly string[] {
  const addresses = fields.list('allowedIps');
  const wrong = addresses.find((address) => !addTo(new BlockList(), address));
  if (wrong !== undefined) fields.refuse('allowedIps', `needs allowedIps as addresses such as 192.0.2.0/24, not ${quoted(wrong)}`);
  return addresses;
}

/** Whether a caller may send to a webhook with these addresses. */
export function isAllowedAddress(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  const list = new BlockList();
  for (const each of allowed) addTo(list, each);
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** @returns whether it is an address or a network */
function addTo(list: BlockList, written: string): boolean {
  const [address = '', bits, more] = written.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  const most = version === 4 ? 32 : 128;
  if (Number(bits ?? most) > most) return false;
  list.addSubnet(address, Number(bits ?? most), version === 4 ? 'ipv4' : 'ipv6');
  return true;
}
