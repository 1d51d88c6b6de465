import { variables, type Variable } from './variables.js';

const all = Object.values<Variable<unknown>>(variables);

/** What `npm start -- --help` prints. */
export function helpText(): string {
  const lines = all.map(({ name, help, fallback }) => {
    const preset = fallback === undefined || fallback === '' ? '' : ` [${fallback}]`;
    return `  ${name.padEnd(26)} ${help}${preset}`;
  });
  return `Sluice: self-hosted, event-sourced workflow automation server

Usage: npm start [-- --help | --version | keys rotate-encryption]

Settings come from the environment, or from a file named .env in the working directory:

${lines.join('\n')}

Exit codes: 0 stopped in order, 1 failed, 78 bad configuration.
`;
}

/** The content of .env.example. */
export function envExample(): string {
  return all.map(({ name, help, fallback }) => `# ${help}\n#${name}=${fallback ?? ''}\n`).join('\n');
}
