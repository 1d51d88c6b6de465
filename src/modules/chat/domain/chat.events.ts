import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** How a visitor proves that they may use a chat. */
export const authTypes = ['public', 'password', 'email', 'sso'] as const;
export type AuthType = (typeof authTypes)[number];

/** How the page of a chat looks. Absent: the usual look. */
export type ChatCustomizations = {
  /** Colour of the name and of the messages of the visitor: `#` and 6 hexadecimal digits. */
  primaryColor?: string;
  /** The first message on the page, before the visitor has written any. */
  welcomeMessage?: string;
  /** Address of a picture above the welcome message. */
  imageUrl?: string;
  /** Address of a picture in the header. */
  logoUrl?: string;
  /** Text of the header. The default is the title. */
  headerText?: string;
};

/** An output of a block that is part of the reply. */
export type ChatOutput = {
  /** Id of the block. */
  blockId: string;
  /** Place in its output, such as `content`; empty for the whole output. */
  path: string;
};

/** What can be changed about a chat. It contains no password. */
export type ChatSettings = {
  workflowId: string;
  identifier: string;
  title: string;
  description: string | null;
  customizations: ChatCustomizations;
  authType: AuthType;
  /** E-mail addresses, or `@domain` for all addresses of a domain. */
  allowedEmails: string[];
  outputConfigs: ChatOutput[];
  includeThinking: boolean;
  includeToolCalls: boolean;
  /** How many earlier turns the workflow receives as `history`. */
  historyTurns: number;
  /** Origins whose pages may embed the chat and call it. */
  allowedOrigins: string[];
  isActive: boolean;
};

export const ChatCreated = defineEvent('chat.created')<ChatSettings & { workspaceId: string; at: string }>();
/** The changed settings. */
export const ChatChanged = defineEvent('chat.changed')<Partial<ChatSettings> & { at: string }>();
/** Visitors have to enter another password. It is stored elsewhere, as a hash. */
export const ChatPasswordChanged = defineEvent('chat.password-changed')<{ at: string }>();
export const ChatDeleted = defineEvent('chat.deleted')<{ at: string }>();

export const chatEvents = [ChatCreated, ChatChanged, ChatPasswordChanged, ChatDeleted] as const;
export type ChatEvent = EventOf<typeof chatEvents>;
export const chatStream = defineStream('chat', 'ledger', chatEvents);

export const chatAudit: readonly AuditLine[] = [
  audited(ChatCreated, 'chat.created', 'chat', ({ workspaceId: _, at: __, ...settings }) => ({
    name: settings.title,
    settings: settingsOf(settings),
  })),
  audited(ChatChanged, 'chat.updated', 'chat', ({ at: _, ...settings }) => ({
    ...(settings.title === undefined ? {} : { name: settings.title }),
    settings: settingsOf(settings),
  })),
  audited(ChatPasswordChanged, 'chat.password_changed', 'chat'),
  audited(ChatDeleted, 'chat.deleted', 'chat'),
];
