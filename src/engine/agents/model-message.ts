import type { Json, JsonObject } from '#kernel/json.js';

/** One message of a conversation with a model, as events and memory keep it. */
export type ModelMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export type SystemMessage = {
  /** Who says it. */
  role: 'system';
  /** What is said. */
  content: string;
};

export type UserMessage = {
  /** Who says it. */
  role: 'user';
  /** What is said. */
  content: UserPart[];
};

export type AssistantMessage = {
  /** Who says it. */
  role: 'assistant';
  /** What is said. */
  content: AssistantPart[];
};

export type ToolMessage = {
  /** Who says it. */
  role: 'tool';
  /** What the tools have answered. */
  content: ToolResult[];
};

export type UserPart = TextPart | FilePart;

export type TextPart = {
  /** Kind of the part. */
  type: 'text';
  /** The text. */
  text: string;
  /** The provider's own data. */
  metadata?: JsonObject;
};

/** A file of the workspace. Its bytes are read for each call and are part of no event. */
export type FilePart = {
  /** Kind of the part. */
  type: 'file';
  /** Id of the file. */
  fileId: string;
  /** Name of the file. */
  name: string;
  /** Media type of the file. */
  mediaType: string;
  /** Bytes. */
  size: number;
};

/** A part of what a model answered. `metadata` is the provider's own and goes back to it unchanged. */
export type AssistantPart = TextPart | ReasoningPart | ToolCall;

export type ReasoningPart = {
  /** Kind of the part. */
  type: 'reasoning';
  /** The text. */
  text: string;
  /** The provider's own data. */
  metadata?: JsonObject;
};

/** A tool that the model wants to be called. */
export type ToolCall = {
  /** Kind of the part. */
  type: 'tool-call';
  /** Unique within the run, made by the server: ids of providers may be missing, empty or repeated. */
  callId: string;
  /** The name under which the tool was offered; any text when the model invents one. */
  name: string;
  /** JSON text as the model wrote it; it may be invalid. */
  arguments: string;
  /** The provider's own data. */
  metadata?: JsonObject;
};

/** What came of a tool call. *denied*: a person refused it, with the reason as value. */
export type ToolResult = {
  /** Id of the call. */
  callId: string;
  /** Name of the tool. */
  name: string;
  /** Kind of the value. */
  kind: 'json' | 'text' | 'error' | 'denied';
  /** The value that the model is shown. */
  value: Json;
};
