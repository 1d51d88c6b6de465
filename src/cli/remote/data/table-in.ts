import type { CreateTableRequest } from '#client';
import { CommandFailed } from '../../failure.js';

interface TableFile {
  readonly name: string;
  readonly description: string | null;
  readonly columns: CreateTableRequest['schema']['columns'];
}

/** The table that a JSON file describes. The server checks its columns. @throws CommandFailed */
export function tableIn(text: string, source: string): TableFile {
  const value = parsed(text, source);
  const { name, description = null, columns } = (typeof value === 'object' && value !== null ? value : {}) as Partial<TableFile>;
  if (typeof name !== 'string' || !Array.isArray(columns)) {
    throw new CommandFailed(`${source} must be a JSON object with name and columns, as sluice tables show --json prints it`);
  }
  return { name, description, columns };
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${source} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
