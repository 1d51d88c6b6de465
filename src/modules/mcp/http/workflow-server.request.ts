import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsString, ValidateBy } from 'class-validator';
import { IsIdentifier, IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';
import { isJsonObject } from '#kernel/json.js';
import { isToolName, longestToolName } from '../domain/tool-name.js';

const longestDescription = 64 * 1024;
const mostOverrides = 200;
/** Of all overrides of a tool, with their names. Processes hold those of all tools in memory. */
const mostOverrideBytes = 64 * 1024;

const IsDescription = (): PropertyDecorator =>
  ValidateBy({
    name: 'isDescription',
    validator: {
      validate: (value) => value === null || (typeof value === 'string' && value.length <= longestDescription),
      defaultMessage: (context) => `${context?.property} must be a text of at most ${longestDescription} characters, or null`,
    },
  });

const IsToolName = (): PropertyDecorator =>
  ValidateBy({
    name: 'isToolName',
    validator: {
      validate: (value) => value === null || (typeof value === 'string' && isToolName(value)),
      defaultMessage: (context) =>
        `${context?.property} must be 1 to ${longestToolName} lower case letters (a-z), digits and underscores, or null for a name that is made of that of the workflow`,
    },
  });

const AreDescriptions = (): PropertyDecorator =>
  ValidateBy({
    name: 'areDescriptions',
    validator: {
      validate: (value) =>
        isJsonObject(value) &&
        Object.keys(value).length <= mostOverrides &&
        Object.values(value).every((text) => typeof text === 'string') &&
        Buffer.byteLength(JSON.stringify(value)) <= mostOverrideBytes,
      defaultMessage: (context) =>
        `${context?.property} must be an object with at most ${mostOverrides} texts and ${mostOverrideBytes} bytes as JSON`,
    },
  });

/**
 * An MCP server with workflows as its tools.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "Finance", "workflowIds": ["0197a5e0-0000-7000-8000-000000000002"]}
 */
export class CreateWorkflowServerRequest extends WorkspaceRequest {
  /** Name of the server, as clients show it. */
  @IsText(256)
  name!: string;

  /** What the server is for. Clients give it to the model. */
  @MayBeAbsent()
  @IsDescription()
  description?: string | null;

  /** Whether the server takes calls without a key. They act as the user who creates it. The default is false. */
  @MayBeAbsent()
  @IsBoolean()
  isPublic?: boolean;

  /** Workflows of the workspace that become tools. */
  @MayBeAbsent()
  @ArrayUnique()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @IsArray()
  workflowIds?: string[];
}

/**
 * What is to be changed about an MCP server.
 * @example {"isPublic": false}
 */
export class ChangeWorkflowServerRequest {
  /** Name of the server, as clients show it. */
  @MayBeAbsent()
  @IsText(256)
  name?: string;

  /** What the server is for; null removes it. */
  @MayBeAbsent()
  @IsDescription()
  description?: string | null;

  /** Whether the server takes calls without a key. */
  @MayBeAbsent()
  @IsBoolean()
  isPublic?: boolean;
}

/** What a tool may say in place of its workflow. */
export class ChangeWorkflowToolRequest {
  /** Name of the tool: 1 to 64 lower case letters (a-z), digits and underscores; null: made of the name of the workflow. */
  @MayBeAbsent()
  @IsToolName()
  toolName?: string | null;

  /** What the tool does, for the model; null: the description of the workflow. */
  @MayBeAbsent()
  @IsDescription()
  toolDescription?: string | null;

  /** Descriptions of parameters in place of those of the workflow, by the names of the parameters: at most 200, and 64 KiB as JSON. */
  @MayBeAbsent()
  @AreDescriptions()
  parameterDescriptionOverrides?: Record<string, string>;
}

/**
 * A workflow that becomes a tool.
 * @example {"workflowId": "0197a5e0-0000-7000-8000-000000000002", "toolName": "fee_gate"}
 */
export class AddWorkflowToolRequest extends ChangeWorkflowToolRequest {
  /** Id of the workflow. It is offered while a version is deployed. */
  @IsIdentifier()
  workflowId!: string;
}
