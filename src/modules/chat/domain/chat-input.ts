import { invalid } from '#kernel/errors.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { FieldProblems, flag, oneOf, wholeNumber, type FieldPath, type FieldRule } from '#kernel/models/field-problems.js';
import { authTypes, type ChatCustomizations, type ChatSettings } from './chat.events.js';

/** A chat as a request writes it. Null takes a setting back to its default. */
export type ChatInput = { readonly [Name in keyof ChatSettings]?: unknown } & { readonly password?: unknown };

/** The settings that a request names, and the password in it. */
export interface ReadChat {
  readonly settings: Partial<ChatSettings>;
  readonly password: string | undefined;
}

export const chatLimits = { identifier: 100, password: 1024, emails: 1000, outputs: 100, origins: 100, historyTurns: 50 } as const;

/** Addresses below /api/chat that are no chats. */
const reserved = new Set(['manage', 'validate']);
const identifierForm = /^[a-z0-9-]+$/;
const emailForm = /^(?:[^\s@]+)?@[^\s@]+\.[^\s@]+$/;
const mostOfTexts = { title: 200, description: 2000, welcomeMessage: 4000, headerText: 200, url: 2000 } as const;

const text = (most: number): FieldRule => [
  (value) => typeof value === 'string' && value.trim() !== '' && value.length <= most && value.isWellFormed(),
  `must be a text of 1 to ${most} characters`,
];
const webAddress: FieldRule = [
  (value) => typeof value === 'string' && value.length <= mostOfTexts.url && URL.canParse(value) && new URL(value).protocol === 'https:',
  `must be an address that begins with https://, of at most ${mostOfTexts.url} characters`,
];

/** Why a text cannot be the identifier of a chat; undefined if it can. */
export function identifierProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || !identifierForm.test(value) || value.length > chatLimits.identifier)
    return `must be 1 to ${chatLimits.identifier} lower-case letters, digits and hyphens`;
  return reserved.has(value) ? `must not be ${[...reserved].join(' or ')}, which are addresses of the server` : undefined;
}

/** The settings that a request names. @throws DomainError invalid, with a detail for each problem */
export function readChat(input: ChatInput): ReadChat {
  const problems = new FieldProblems();
  const given = input as Readonly<Record<keyof ChatInput, Json | undefined>>;
  const checked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as typeof given;
  for (const required of ['workflowId', 'identifier', 'title', 'authType', 'password'] as const)
    if (given[required] === null) problems.add([required], 'must not be null');
  checkTexts(problems, checked);
  checkAccess(problems, checked);
  checkFlags(problems, checked);
  const outputs = readOutputs(problems, checked.outputConfigs);
  const customizations = readCustomizations(problems, checked.customizations);
  if (problems.found.length > 0) throw invalid(problems.found);
  const { password, ...named } = given;
  const settings = { ...named, ...(outputs === undefined ? {} : { outputConfigs: outputs }), ...(customizations && { customizations }) };
  return { settings: canonical(settings), password: password as string | undefined };
}

/** The defaults of a new chat, without what it must name. */
export const usualChat = {
  description: null,
  customizations: {},
  authType: 'public',
  allowedEmails: [],
  outputConfigs: [],
  includeThinking: false,
  includeToolCalls: false,
  historyTurns: 0,
  allowedOrigins: [],
  isActive: true,
} as const;

function checkTexts(problems: FieldProblems, { workflowId, identifier, title, description }: Fields): void {
  problems.check(['workflowId'], workflowId, text(128));
  const problem = identifier === undefined ? undefined : identifierProblem(identifier);
  if (problem !== undefined) problems.add(['identifier'], problem);
  problems.check(['title'], title, text(mostOfTexts.title));
  problems.check(['description'], description, [
    (value) => typeof value === 'string' && value.length <= mostOfTexts.description && value.isWellFormed(),
    `must be a text of at most ${mostOfTexts.description} characters`,
  ]);
}

function checkAccess(problems: FieldProblems, { authType, password, allowedEmails, allowedOrigins }: Fields): void {
  problems.check(['authType'], authType, oneOf(authTypes));
  problems.check(['password'], password, [
    (value) => typeof value === 'string' && value.trim() !== '' && value.length <= chatLimits.password,
    `must be a text of 1 to ${chatLimits.password} characters, not only spaces`,
  ]);
  checkEach(problems, ['allowedEmails'], allowedEmails, chatLimits.emails, [
    (value) => typeof value === 'string' && value.length <= 320 && emailForm.test(value),
    'must be an e-mail address, or @ and a domain',
  ]);
  checkEach(problems, ['allowedOrigins'], allowedOrigins, chatLimits.origins, [
    (value) => typeof value === 'string' && isOrigin(value),
    'must be an origin such as https://www.example.com, without a path',
  ]);
}

function checkFlags(problems: FieldProblems, fields: Fields): void {
  for (const name of ['includeThinking', 'includeToolCalls', 'isActive'] as const) problems.check([name], fields[name], flag);
  problems.check(['historyTurns'], fields.historyTurns, wholeNumber(0, chatLimits.historyTurns));
}

function readOutputs(problems: FieldProblems, value: Json | undefined): ChatSettings['outputConfigs'] | undefined {
  if (value === undefined) return undefined;
  return problems.list(['outputConfigs'], value, chatLimits.outputs).map((item, index) => {
    const path = ['outputConfigs', index];
    const output = problems.object(path, item, ['blockId', 'path']) ?? {};
    const { blockId = null, path: place = '' } = output;
    problems.check([...path, 'blockId'], blockId, text(128));
    problems.check([...path, 'path'], place, [(each) => typeof each === 'string' && each.length <= 500, 'must be a text']);
    return { blockId: blockId as string, path: place as string };
  });
}

function readCustomizations(problems: FieldProblems, value: Json | undefined): ChatCustomizations | undefined {
  if (value === undefined) return undefined;
  const rules: Readonly<Record<keyof ChatCustomizations, FieldRule>> = {
    primaryColor: [(color) => typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color), 'must be # and 6 hexadecimal digits'],
    welcomeMessage: text(mostOfTexts.welcomeMessage),
    imageUrl: webAddress,
    logoUrl: webAddress,
    headerText: text(mostOfTexts.headerText),
  };
  const given = problems.object(['customizations'], value, Object.keys(rules));
  if (given === undefined) return undefined;
  // Editors write empty text for what is not set.
  const set: JsonObject = Object.fromEntries(Object.entries(given).filter(([, each]) => each !== null && each !== ''));
  for (const [name, rule] of Object.entries(rules)) problems.check(['customizations', name], set[name], rule);
  return set as ChatCustomizations;
}

type Fields = Readonly<Record<keyof ChatInput, Json | undefined>>;

function checkEach(problems: FieldProblems, path: FieldPath, value: Json | undefined, most: number, rule: FieldRule): void {
  problems.list(path, value, most).forEach((item, index) => problems.check([...path, index], item, rule));
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, origin } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && origin === value;
}

function canonical(settings: Readonly<Record<string, Json | undefined>>): Partial<ChatSettings> {
  const known = Object.entries(settings).filter(([, value]) => value !== undefined);
  const filled = known.map(([name, value]) => [name, value ?? (usualChat as Readonly<Record<string, unknown>>)[name]] as const);
  const { allowedEmails, title, ...rest } = Object.fromEntries(filled) as Partial<ChatSettings>;
  return {
    ...rest,
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(allowedEmails === undefined ? {} : { allowedEmails: [...new Set(allowedEmails.map((email) => email.toLowerCase()))] }),
  };
}
