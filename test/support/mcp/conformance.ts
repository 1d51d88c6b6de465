import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '#kernel/json.js';
import { uploaded } from '../file-api.js';
import { blockWith, functionBlock, inARow } from '../run-api.js';
import type { TestApp } from '../test-app.js';
import { deployedTool, mcpServer, toolState } from './mcp-servers.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const mostMs = 120_000;

/** What a run of the suite has ended with. */
export interface Verdict {
  /** 0 if each scenario ended as it is recorded in the file of expected failures. */
  readonly code: number;
  readonly text: string;
}

/** Runs the conformance suite of the protocol, which is a separate program. */
export async function runConformance(mode: 'server' | 'client', options: readonly string[]): Promise<Verdict> {
  const results = await mkdtemp(join(tmpdir(), 'sluice-conformance-'));
  try {
    return await new Promise((resolve) => {
      const all = [program, mode, ...options, '--output-dir', results];
      const settings = { cwd: root, timeout: mostMs, maxBuffer: 64 * 1024 * 1024 };
      execFile(process.execPath, all, settings, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: `${stdout}\n${stderr}` });
      });
    });
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** The client of this server, started with a server of the suite as its argument. */
const client = 'node --conditions=sluice-source --import ./tools/typescript.js test/support/mcp/conformance-client.ts';

/** Runs one scenario of the suite against the client. */
export function judgeClient(scenario: string): Promise<Verdict> {
  return runConformance('client', ['--command', client, '--scenario', scenario]);
}

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

/** A public server with workflows under the names of the tools that the suite calls. It sends no key. */
export async function conformanceServer(server: TestApp): Promise<URL> {
  await uploaded(server, 'dot.png', Buffer.from(dot, 'base64'), { type: 'image/png' });
  await uploaded(server, 'silence.wav', Buffer.from(silence, 'base64'), { type: 'audio/wav' });
  await uploaded(server, 'note.txt', Buffer.from('An embedded resource'));
  const returns = (...names: readonly string[]) =>
    inARow(blockWith('found', 'file', { readFile: [...names] }), functionBlock('answer', 'return <found.files>'));
  const states: Readonly<Record<string, JsonObject>> = {
    test_simple_text: toolState([], "return 'This is a simple text response for testing.'"),
    test_error_handling: toolState([], "throw new Error('This tool intentionally returns an error for testing')"),
    test_tool_with_progress: inARow(functionBlock('one', 'return 1'), functionBlock('two', 'return 2')),
    test_logging_tool: toolState([], 'return 1'),
    test_image_content: returns('dot.png'),
    test_audio_content: returns('silence.wav'),
    test_embedded_resource: returns('note.txt'),
    test_multiple_content_types: returns('dot.png', 'note.txt'),
    test_streaming_elicitation: inARow(question('ask', 'ok', 'boolean')),
    test_input_required_result_elicitation: inARow(question('user_name', 'name', 'string')),
    test_input_required_result_request_state: inARow(question('confirm', 'ok', 'boolean'), functionBlock('answer', "return 'state-ok'")),
    test_input_required_result_multi_round: inARow(question('step1', 'name', 'string'), question('step2', 'color', 'string')),
    test_input_required_result_tampered_state: inARow(question('confirm', 'ok', 'boolean')),
  };
  const workflowIds = await Promise.all(Object.entries(states).map(([name, state]) => deployedTool(server, name, state)));
  return (await mcpServer(server, { workflowIds, isPublic: true })).url;
}

/** A block that asks people for one value. */
function question(block: string, name: string, type: string): JsonObject {
  return blockWith(block, 'human_in_the_loop', { inputFormat: [{ name, type, required: true }] });
}
