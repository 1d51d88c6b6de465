import { remoteVariables } from './remote-variables.js';
import { variables, type Variable } from './variables.js';

const all = Object.values<Variable<unknown>>(variables);

/** The settings that `sluice --help` lists below the commands. */
export function settingsHelp(): string {
  const lines = all.map(({ name, help, fallback }) => {
    const preset = fallback === undefined || fallback === '' ? '' : ` [${fallback}]`;
    return `  ${name.padEnd(26)} ${help}${preset}`;
  });
  const remote = Object.values(remoteVariables).map(({ name, help }) => `  ${name.padEnd(26)} ${help}`);
  return `Settings come from the environment, or from a file named .env in the working directory:

${lines.join('\n')}

Commands such as run, logs, workflows, tables and env call a server over HTTP. These settings, or --url and --profile, name the server:

${remote.join('\n')}

Exit codes: 0 success, 1 failure, 2 a check found problems or differences, 64 wrong usage, 78 invalid configuration.
`;
}

/** The content of .env.example. */
export function envExample(): string {
  return all.map(({ name, help, fallback }) => `# ${help}\n#${name}=${fallback ?? ''}\n`).join('\n');
}
