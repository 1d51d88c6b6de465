import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { ProblemList } from '../problem-list.js';
import { readSettingsFile } from '../settings-file.js';

/** What members of a group of a provider are here. */
export type GroupRole = { readonly group: string } & (
  | { readonly workspace: string; readonly permission: 'read' | 'write' | 'admin' }
  | { readonly organization: string; readonly role: 'member' | 'admin' | 'owner' }
);

/** A provider of OpenID Connect at which people sign in. */
export interface OidcProvider {
  /** Part of the addresses of this server that belong to it. */
  readonly id: string;
  /** What people know it as. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
  readonly scopes: readonly string[];
  /** People with addresses of these domains need no invitation. Empty: everybody else needs one. */
  readonly domains: readonly string[];
  /** Whether people with addresses of `domains` may sign in with a password as well. */
  readonly passwords: 'on' | 'off';
  /** The claim that says whether the provider has checked the address. */
  readonly emailVerifiedClaim: string;
  /** Null: groups of the provider mean nothing here. */
  readonly groups: { readonly claim: string; readonly roles: readonly GroupRole[] } | null;
  /** How far the clocks of the provider and of this server may differ. */
  readonly clockToleranceSeconds: number;
}

const idForm = /^[a-z0-9][a-z0-9-]{0,49}$/;
const domainForm = /^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const members = [
  'id',
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'scopes',
  'domains',
  'passwords',
  'emailVerifiedClaim',
  'groups',
  'clockToleranceSeconds',
];

/** Reads `{"providers": [{"id", "name", "issuer", "clientId", …}]}`. @throws ProblemList with every problem */
export function readOidc(path: string): readonly OidcProvider[] {
  const { providers, ...unknown } = readSettingsFile(path, 'providers');
  const problems = Object.keys(unknown).map((field) => `${field} is not known; the file has providers`);
  if (!Array.isArray(providers)) throw new ProblemList([...problems, 'providers must be a list']);
  const ids = providers.map((provider) => (isJsonObject(provider) ? provider['id'] : undefined));
  for (const [index, provider] of providers.entries()) {
    const found = isJsonObject(provider) ? providerProblems(provider, ids.indexOf(provider['id']) < index) : ['must be an object'];
    problems.push(...found.map((problem) => `providers[${index}]${problem.startsWith('must') ? ' ' : '.'}${problem}`));
  }
  if (problems.length > 0) throw new ProblemList(problems);
  return providers.map((provider) => providerOf(provider as JsonObject));
}

function providerProblems(provider: JsonObject, isIdTaken: boolean): string[] {
  const { id, name, issuer, clientId, clientSecret = null, scopes = [], domains = [], passwords = 'on' } = provider;
  const { emailVerifiedClaim = 'email_verified', groups = null, clockToleranceSeconds = 60 } = provider;
  const checks: readonly (readonly [isGood: boolean, problem: string])[] = [
    [typeof id === 'string' && idForm.test(id), 'id must be 1 to 50 of a-z 0-9 -'],
    [!isIdTaken, 'id must not be that of another provider'],
    [isText(name), 'name must be a text of 1 to 200 characters'],
    [isIssuer(issuer), 'issuer must be an address that begins with https://, or with http:// on localhost'],
    [isText(clientId), 'clientId must be a text of 1 to 200 characters'],
    [clientSecret === null || (typeof clientSecret === 'string' && clientSecret !== ''), 'clientSecret must be a text'],
    [isListOf(scopes, scopeForm), 'scopes must be a list of scopes'],
    [isListOf(domains, domainForm), 'domains must be a list of domains in small letters, such as example.org'],
    [passwords === 'on' || passwords === 'off', 'passwords must be on or off'],
    [passwords !== 'off' || !Array.isArray(domains) || domains.length > 0, 'passwords may be off only with domains'],
    [isText(emailVerifiedClaim), 'emailVerifiedClaim must be the name of a claim'],
    [
      Number.isInteger(clockToleranceSeconds) && Number(clockToleranceSeconds) >= 0 && Number(clockToleranceSeconds) <= 600,
      'clockToleranceSeconds must be a whole number from 0 to 600',
    ],
  ];
  const unknown = Object.keys(provider).filter((field) => !members.includes(field));
  return [
    ...checks.flatMap(([isGood, problem]) => (isGood ? [] : [problem])),
    ...(groups === null ? [] : groupProblems(groups)),
    ...unknown.map((field) => `${field} is not known; a provider has ${members.join(', ')}`),
  ];
}

function groupProblems(groups: Json): string[] {
  if (!isJsonObject(groups)) return ['groups must be an object with claim and roles'];
  const { claim, roles } = groups;
  const problems = isText(claim) ? [] : ['groups.claim must be the name of a claim'];
  if (!Array.isArray(roles) || roles.length === 0) return [...problems, 'groups.roles must be a list with at least one role'];
  const form =
    'must have group with workspace and permission (read, write, admin), or group with organization and role (member, admin, owner); workspace and organization are ids';
  return [...problems, ...roles.flatMap((role, index) => (isGroupRole(role) ? [] : [`groups.roles[${index}] ${form}`]))];
}

function isGroupRole(role: Json): boolean {
  if (!isJsonObject(role) || !isText(role['group']) || Object.keys(role).length !== 3) return false;
  const { workspace, permission, organization, role: inOrganization } = role;
  if (isUuid(workspace)) return ['read', 'write', 'admin'].some((known) => known === permission);
  return isUuid(organization) && ['member', 'admin', 'owner'].some((known) => known === inOrganization);
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200;
}

function isUuid(value: Json | undefined): boolean {
  return typeof value === 'string' && uuidForm.test(value);
}

function isListOf(value: Json, form: RegExp): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && form.test(item));
}

/** Over plain HTTP, a system on the way could sign in as any user. */
function isIssuer(value: Json | undefined): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, search, hash } = new URL(value);
  return search === '' && hash === '' && (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname)));
}

/** Reads a validated provider. */
function providerOf(provider: JsonObject): OidcProvider {
  const {
    id,
    name,
    issuer,
    clientId,
    clientSecret = null,
    scopes = ['openid', 'email', 'profile'],
    domains = [],
    passwords = 'on',
  } = provider;
  const { emailVerifiedClaim = 'email_verified', groups = null, clockToleranceSeconds = 60 } = provider;
  return {
    id,
    name,
    issuer,
    clientId,
    clientSecret,
    scopes: [...new Set(['openid', ...(scopes as string[])])],
    domains,
    passwords,
    emailVerifiedClaim,
    groups,
    clockToleranceSeconds,
  } as OidcProvider;
}
