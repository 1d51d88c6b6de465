import type { Json, JsonObject } from '#kernel/json.js';

/** One message of a conversation with a model, as events and memory keep it. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: UserPart[] }
  | { role: 'assistant'; content: AssistantPart[] }
  | { role: 'tool'; content: ToolResult[] };

export type UserPart = TextPart | FilePart;

export type TextPart = { type: 'text'; text: string; metadata?: JsonObject };

/** A file of the workspace. Its bytes are read for each call and are part of no event. */
export type FilePart = {
  type: 'file';
  fileId: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
};

/** A part of what a model answered. `metadata` is the provider's own and goes back to it unchanged. */
export type AssistantPart = TextPart | { type: 'reasoning'; text: string; metadata?: JsonObject } | ToolCall;

/** A tool that the model wants to be called. */
export type ToolCall = {
  type: 'tool-call';
  /** Unique within the run, made by the server: ids of providers may be missing, empty or repeated. */
  callId: string;
  /** The name under which the tool was offered; any text when the model invents one. */
  name: string;
  /** JSON text as the model wrote it; it may be invalid. */
  arguments: string;
  metadata?: JsonObject;
};

/** What came of a tool call. *denied*: a person refused it, with the reason as value. */
export type ToolResult = {
  callId: string;
  name: string;
  kind: 'json' | 'text' | 'error' | 'denied';
  value: Json;
};
