import { Option } from 'commander';

export function workspaceOption(): Option {
  return new Option('--workspace <id|name>', 'the workspace; overrides SLUICE_WORKSPACE');
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON, for programs');
}

/** Options that commands share. */
export interface RemoteOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}
