import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { BlockCompleted, BlockFailed, ModelAnswered, ToolAnswered } from '#engine/execution.events.js';
import { aModelCall, aToolCall } from '../../../../../test/support/engine/agent-facts.js';
import { ModelMetrics } from './model-metrics.js';

async function seriesAfter(...events: readonly Parameters<ModelMetrics['take']>[0][]): Promise<string> {
  const [metrics, registry] = [new ModelMetrics(), new Registry()];
  for (const metric of metrics.all) registry.registerMetric(metric);
  for (const event of events) metrics.take(event);
  return registry.metrics();
}

const firstTokenAt = '2031-01-01T00:00:01.400Z';

describe('the metrics of models', () => {
  it('contain tokens, duration and first token of each call', async () => {
    const series = await seriesAfter(ModelAnswered(aModelCall({ firstTokenAt })), ModelAnswered(aModelCall({ outcome: 'failed' })));
    const labels = 'provider="openai",model="gpt-a"';
    expect(series).toContain(`gen_ai_client_token_usage_sum{${labels},kind="input"} 200`);
    expect(series).toContain(`gen_ai_client_token_usage_sum{${labels},kind="output"} 40`);
    expect(series).toContain(`gen_ai_client_operation_duration_seconds_count{${labels},outcome="answered"} 1`);
    expect(series).toContain(`gen_ai_client_operation_duration_seconds_count{${labels},outcome="failed"} 1`);
    expect(series).toContain(`gen_ai_client_operation_time_to_first_chunk_seconds_sum{${labels}} 0.4`);
  });

  it('contain the mean time between the tokens of calls whose provider counted them', async () => {
    const { usage } = aModelCall();
    const uncounted = [
      { ...usage, estimated: true },
      { ...usage, output: 1 },
    ].map((other) => aModelCall({ firstTokenAt, usage: other }));
    const calls = [aModelCall({ firstTokenAt: '2031-01-01T00:00:01.240Z' }), ...uncounted, aModelCall({ outcome: 'failed', firstTokenAt })];
    const series = await seriesAfter(...calls.map((call) => ModelAnswered(call)));
    const labels = 'provider="openai",model="gpt-a"';
    // 760 ms for the 19 tokens after the first one.
    expect(series).toContain(`gen_ai_client_operation_time_per_output_chunk_seconds_sum{${labels}} 0.04\n`);
    expect(series).toContain(`gen_ai_client_operation_time_per_output_chunk_seconds_count{${labels}} 1\n`);
  });

  it('contain the duration of agents by type and outcome', async () => {
    const metrics = new ModelMetrics();
    const registry = new Registry();
    for (const metric of metrics.all) registry.registerMetric(metric);
    const [startedAt, endedAt] = ['2031-01-01T00:00:01.000Z', '2031-01-01T00:00:04.000Z'];
    const block = { node: 'a', blockId: 'a', input: null, startedAt, endedAt, output: {} };
    metrics.takeAgent('agent', BlockCompleted({ ...block, handle: 'source' }));
    metrics.takeAgent('router_v2', BlockFailed({ ...block, error: 'no route', handled: false }));
    const series = await registry.metrics();
    expect(series).toContain('gen_ai_invoke_agent_duration_seconds_sum{type="agent",outcome="completed"} 3\n');
    expect(series).toContain('gen_ai_invoke_agent_duration_seconds_sum{type="router_v2",outcome="failed"} 3\n');
  });

  it('contain the duration of tool calls', async () => {
    expect(await seriesAfter(ToolAnswered(aToolCall()))).toContain('gen_ai_execute_tool_duration_seconds_sum{outcome="answered"} 1\n');
  });

  it('contain no call that was copied or abandoned', async () => {
    const calls = [aModelCall({ recorded: true }), aModelCall({ outcome: 'abandoned' })].map((call) => ModelAnswered(call));
    expect(await seriesAfter(...calls, ToolAnswered(aToolCall({ recorded: true })))).not.toMatch(/_count/);
  });

  it('do not name providers and models of workspaces', async () => {
    const provider = '0199f0aa-0000-7000-8000-000000000001';
    const series = await seriesAfter(ModelAnswered(aModelCall({ provider, model: 'private' })));
    expect(series).toContain('provider="workspace",model="other"');
    expect(series).not.toMatch(/private|0199f0aa/);
  });

  it('are bounded, however many models are used', async () => {
    const calls = Array.from({ length: 100 }, (_, n) => ModelAnswered(aModelCall({ model: `m${n}` })));
    const series = await seriesAfter(...calls);
    expect(series.match(/^gen_ai_client_operation_duration_seconds_count/gm)).toHaveLength(31);
    expect(series).toContain('gen_ai_client_operation_duration_seconds_count{provider="other",model="other",outcome="answered"} 70');
  });
});
