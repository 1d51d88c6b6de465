import { parseArgs } from 'node:util';
import { ClusterWorld } from '../support/cluster/cluster-world.js';
import { clusterFaults } from '../support/cluster/faults.js';
import { Host } from '../support/cluster/host.js';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const names = Object.keys(clusterFaults).filter((name) => name.includes(values.only));
if (names.length === 0) {
  console.error(`No fault is named ${values.only}. Faults: ${Object.keys(clusterFaults).join(', ')}`);
  process.exit(64);
}
if (!Host.isPossible) {
  console.error('Hosts are network namespaces: this needs the rights to make them, and the command ip');
  process.exit(69);
}
const world = await ClusterWorld.start();
let isWrong = false;
try {
  const callers = await world.callers();
  for (const name of names) {
    const startedAt = performance.now();
    const before = callers.answered.length;
    await callers.calling(async () => {
      await callers.progress();
      await clusterFaults[name]?.(world, callers);
    });
    const wrong = [...(await world.findings(callers.answered)), ...(await world.audited())];
    isWrong ||= wrong.length > 0;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${name}: ${callers.answered.length - before} runs in ${seconds} s, ${wrong.length === 0 ? 'nothing lost, doubled or different' : ''}`,
    );
    for (const text of wrong.slice(0, 20)) console.log(`  ${text}`);
  }
} finally {
  await world.finish();
}
process.exit(isWrong ? 1 : 0);
