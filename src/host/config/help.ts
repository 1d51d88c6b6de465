import { remoteVariables } from './remote-variables.js';
import { variables, type Variable } from './variables.js';

const all = Object.values<Variable<unknown>>(variables);

/** The settings, as `sluice --help` lists them below its commands. */
export function settingsHelp(): string {
  const lines = all.map(({ name, help, fallback }) => {
    const preset = fallback === undefined || fallback === '' ? '' : ` [${fallback}]`;
    return `  ${name.padEnd(26)} ${help}${preset}`;
  });
  const remote = Object.values(remoteVariables).map(({ name, help }) => `  ${name.padEnd(26)} ${help}`);
  return `Settings come from the environment, or from a file named .env in the working directory:

${lines.join('\n')}

workflows, run, keys and logs ask a server over HTTP, which these name:

${remote.join('\n')}

Exit codes: 0 done, 1 failed, 2 looked at and found wanting, 64 wrong usage, 78 bad configuration.
`;
}

/** The content of .env.example. */
export function envExample(): string {
  return all.map(({ name, help, fallback }) => `# ${help}\n#${name}=${fallback ?? ''}\n`).join('\n');
}
