import { isJsonObject, jsonSize, type Json, type JsonObject } from '#kernel/json.js';
import type { AgentTool } from '#engine/agents/agent-request.js';
import { isFilled } from '../../fields/blank.js';
import type { Fault } from '../../fields/field.js';
import { entriesIn } from '../../fields/kinds.js';
import { partsOfPatterns } from '../answers/pattern-size.js';

/** A tool as the author chose it in an editor. Its values are the author's texts. */
export interface StoredTool {
  /** Place in the list, from 0. */
  readonly index: number;
  readonly type: string;
  readonly title: string;
  readonly toolId: string;
  readonly operation: string;
  readonly params: JsonObject;
  /** *force*: the model must call it first. */
  readonly usage: 'auto' | 'force';
  /** Absent: as the block says for all tools. */
  readonly approval?: AgentTool['approval'];
  /** Definition of a custom tool, or of a tool of an MCP server. */
  readonly schema?: JsonObject;
  readonly code?: string;
}

const mostTools = 128;
/** More is no use to a model, and takes the server long to read. */
const mostOfSchemas = 500_000;
/** Of the patterns in those schemas: so many take some 0.2 s to compile. */
const mostPatternParts = 50_000;

/** The tools of a field as written, without those that are switched off; null for anything but a list, none of a list that is too large. */
export function storedTools(written: Json | undefined): readonly StoredTool[] | null {
  const entries = entriesIn(written);
  if (entries !== null && sizeFault(entries) !== null) return [];
  return entries === null ? null : entries.flatMap((entry, index) => readTool(entry, index) ?? []);
}

/** The faults of the list that show before any run. */
export function storedToolFaults(written: Json | undefined): readonly Fault[] {
  const entries = entriesIn(written);
  if (entries === null) return [{ what: 'must be a list of tools, or the JSON text of one', code: 'invalid_tools' }];
  const tooLarge = sizeFault(entries);
  if (tooLarge !== null) return [{ what: tooLarge, code: 'too_many_tools' }];
  return entries.flatMap((entry, index) => entryFaults(entry).map((what) => ({ what: `.${String(index)} ${what}`, code: 'invalid_tool' })));
}

function sizeFault(entries: readonly Json[]): string | null {
  if (entries.length > mostTools) return `has ${String(entries.length)} tools; at most ${mostTools} are possible`;
  const schemas = entries.flatMap((entry) => (isJsonObject(entry) ? [entry['schema'] ?? null] : []));
  const size = schemas.reduce((sum: number, schema) => sum + jsonSize(schema, mostOfSchemas), 0);
  if (size > mostOfSchemas) return `has schemas of more than ${mostOfSchemas / 1000} KB in all`;
  if (partsOfPatterns(schemas) <= mostPatternParts) return null;
  return `has schemas whose patterns have more than ${mostPatternParts} parts in all, each repetition being written out`;
}

function entryFaults(entry: Json): readonly string[] {
  if (!isJsonObject(entry)) return ['must be an object with the type of a tool'];
  const { type, usageControl, approval } = entry;
  const faults: (string | null)[] = [
    isFilled(type) ? null : 'must have a type',
    isFilled(usageControl) && !usages.has(usageControl) ? 'has a usageControl that is none of auto, force, none' : null,
    isFilled(approval) && approvalIn(approval) === undefined
      ? 'has an approval that is none of never, always, {"when": "<expression>"}'
      : null,
  ];
  return faults.filter((fault) => fault !== null);
}

const usages: ReadonlySet<Json> = new Set(['auto', 'force', 'none']);

function readTool(entry: Json, index: number): StoredTool | undefined {
  if (!isJsonObject(entry) || entry['usageControl'] === 'none') return undefined;
  const { title, schema, code, params } = entry;
  const approval = approvalIn(entry['approval']);
  const type = textIn(entry['type']);
  return {
    index,
    type,
    title: textIn(title) || type,
    toolId: textIn(entry['toolId']),
    operation: textIn(entry['operation']),
    params: isJsonObject(params) ? params : {},
    usage: entry['usageControl'] === 'force' ? 'force' : 'auto',
    ...(approval === undefined ? {} : { approval }),
    ...(isJsonObject(schema) ? { schema } : {}),
    ...(typeof code === 'string' ? { code } : {}),
  };
}

/** A rule for approval; undefined for anything that is none. */
export function approvalIn(written: Json | undefined): AgentTool['approval'] | undefined {
  if (written === 'never' || written === 'always') return written;
  if (!isJsonObject(written)) return undefined;
  const { when } = written;
  return typeof when === 'string' && when.trim() !== '' ? { when } : undefined;
}

function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}
