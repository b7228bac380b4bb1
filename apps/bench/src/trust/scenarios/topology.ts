import { spawnSync } from 'node:child_process';
import { setDefaultCACertificates } from 'node:tls';
import { signUp } from '../../office.ts';
import { startLoad } from '../load.ts';
import { atMost, none, noted, type Scenario } from '../scenario.ts';
import { startTopology } from '../topology.ts';
import { watchChanges } from '../watch-changes.ts';

const CHANGES = 200;
const PER_SECOND = 10;
const isThere = (program: string, question: string) => spawnSync(program, [question]).status === 0;

/** What `infra/deploy` describes, on loopback, under light load: how soon a change on one process is seen on the other. */
export const scenario: Scenario = {
  name: 'topology',
  limitSeconds: 300,
  async run(folder) {
    if (!isThere('nginx', '-v') || !isThere('redis-server', '--version')) {
      return { skipped: 'nginx and redis-server are not installed' };
    }
    const topology = await startTopology(folder);
    const { origin, certificate } = topology;
    setDefaultCACertificates([certificate]);
    const office = { authorization: `Bearer ${await signUp(origin)}` };
    const load = startLoad(origin, { perSecond: PER_SECOND });
    const { median, p99 } = await watchChanges(topology, office, { changes: CHANGES, pauseMs: 50 });
    await load.stop();
    await topology.stop();
    return [
      noted('requests a second through the proxy meanwhile', PER_SECOND),
      none('of these failed', [...load.seen.faults, ...load.seen.pageFaults]),
      noted('changes made through one process and read from the other', CHANGES),
      atMost('seen there, median', median, 100, 'ms'),
      atMost('seen there, 99th percentile', p99, 300, 'ms'),
    ];
  },
};
