import { parseArgs } from 'node:util';
import { FailoverWorld } from '../support/postgres/failover.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
let isWrong = false;
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const world = await FailoverWorld.start();
  const { answered, lost, wrongEffects, refusals, withoutRunsMs, afterPromotionMs } = await world.failOver();
  await world.finish();
  isWrong ||= lost.length > 0 || wrongEffects.length > 0;
  const counts = `${answered} answered, ${lost.length} lost, ${wrongEffects.length} wrong effects, other answers: ${[...refusals].join(', ') || 'none'}`;
  console.log(
    `${round}: ${counts}; ${Math.round(withoutRunsMs)} ms without runs, ${Math.round(afterPromotionMs)} ms of them after the promotion`,
  );
}
process.exit(isWrong ? 1 : 0);
