import type { Command } from 'commander';
import { print, printJson } from '../../terminal.js';
import { jsonOption } from '../options.js';

interface UserOptions {
  readonly json?: boolean;
}

export function addUsers(program: Command): void {
  const users = program.command('users').description('list, create, suspend and readmit the users of a server, for operators');
  const command = (name: string): Command => users.command(name).addOption(jsonOption());
  command('list').description('the users of the server').action(list);
  command('create')
    .description('create a user; a key for them: POST /api/v1/users/{id}/api-keys')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .action(create);
  command('suspend').description('refuse all keys of a user').argument('<user>', 'id or e-mail address').action(suspension(true));
  command('readmit')
    .description('accept the keys of a suspended user again')
    .argument('<user>', 'id or e-mail address')
    .action(suspension(false));
  command('recover')
    .description('print a one-time link with which a user chooses another password; works on the database, beside running servers')
    .argument('<email>')
    .action(recover);
}

async function recover(email: string, options: UserOptions): Promise<void> {
  const { recoverUser } = await import('../../storage/sign-in-links.command.js');
  await recoverUser(email, options);
}

async function list({ json }: UserOptions): Promise<void> {
  const [{ onServer }, { collected }, { tableText }] = await Promise.all([
    import('../on-server.js'),
    import('../collected.js'),
    import('../../text/table-text.js'),
  ]);
  await onServer(async ({ client }) => {
    const users = await collected(client.users.list({}));
    if (json === true) return printJson(users);
    const rows = users.map(({ id, email, isOperator, suspended, name }) => [
      id,
      email,
      suspended ? 'suspended' : isOperator ? 'operator' : '',
      name,
    ]);
    print(tableText(['ID', 'EMAIL', 'STATE', 'NAME'], rows));
  });
}

async function create({ json, email, name }: UserOptions & { readonly email: string; readonly name: string }): Promise<void> {
  const { onServer } = await import('../on-server.js');
  await onServer(async ({ client }) => {
    const { data } = await client.users.create({ email, name });
    if (json === true) printJson(data);
    else print(`${data.id}  ${data.email}`);
  });
}

function suspension(suspended: boolean): (wanted: string, options: UserOptions) => Promise<void> {
  return async (wanted, { json }) => {
    const [{ onServer }, { collected }, { pickNamed }] = await Promise.all([
      import('../on-server.js'),
      import('../collected.js'),
      import('../find/pick-named.js'),
    ]);
    await onServer(async ({ client }) => {
      const users = await collected(client.users.list({}));
      const { id } = pickNamed(
        users.map(({ id: userId, email }) => ({ id: userId, name: email })),
        wanted,
        'user',
      );
      const { data } = await client.users.change(id, { suspended });
      if (json === true) printJson(data);
      else print(`${data.email} is ${data.suspended ? 'suspended' : 'readmitted'}`);
    });
  };
}
