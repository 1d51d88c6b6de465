import { Option } from 'commander';

export function workspaceOption(): Option {
  return new Option('--workspace <id|name>', 'the workspace, instead of SLUICE_WORKSPACE');
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON, for programs');
}

/** What commands have in common. */
export interface RemoteOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}
