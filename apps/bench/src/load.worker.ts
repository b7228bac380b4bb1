import autocannon from 'autocannon';
import type { Load } from './load.ts';

const CONNECTIONS = 50;

const { seconds, ...request }: Load = JSON.parse(process.argv[2] ?? '');
// Each request replaces `[<id>]` by another text.
const idReplacement = JSON.stringify(request).includes('[<id>]');
const result = await autocannon({ ...request, connections: CONNECTIONS, duration: seconds, idReplacement });

const answers = result['2xx'];
console.log(
  JSON.stringify({
    answers,
    perSecond: answers / result.duration,
    p99Ms: result.latency.p99,
    bad: result.non2xx + result.errors,
  }),
);
