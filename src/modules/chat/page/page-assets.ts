import { readFileSync } from 'node:fs';
import { pageTokens } from '#edge/prepared/page-tokens.js';
import { PreparedAnswer } from '#edge/prepared/prepared-answer.js';
import { projectFile } from '#host/project-file.js';

const scripts = ['chat.js', 'answer-form.js', 'elements.js', 'email-proof.js', 'frames.js', 'sso-proof.js'];

/** The scripts and the style of the page, by the last part of their address. Browsers ask whether they have changed. */
export function readAssets(): ReadonlyMap<string, PreparedAnswer> {
  const style = new PreparedAnswer(`${pageTokens.toString()}\n${textOf('chat.css')}`, headersOf('text/css'));
  return new Map([
    ['chat.css', style],
    ...scripts.map((name) => [name, new PreparedAnswer(textOf(name), headersOf('text/javascript'))] as const),
  ]);
}

function textOf(name: string): string {
  return readFileSync(projectFile(`src/modules/chat/page/browser/${name}`), 'utf8');
}

function headersOf(type: string): ReadonlyMap<string, string> {
  return new Map([
    ['Content-Type', `${type}; charset=utf-8`],
    ['Cache-Control', 'no-cache'],
  ]);
}
