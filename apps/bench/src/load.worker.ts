import autocannon from 'autocannon';
import { EACH_ID, type Load } from './load.ts';

const CONNECTIONS = 12;

const { seconds, connections = 4 * CONNECTIONS, ...request }: Load = JSON.parse(process.argv[2] ?? '');
const idReplacement = JSON.stringify(request).includes(EACH_ID);
const result = await autocannon({
  ...{ ...request, connections: Math.ceil(connections / 4), duration: seconds, idReplacement },
  timeout: 30,
});

const answers = result['2xx'] + result['3xx'];
console.log(
  JSON.stringify({
    answers,
    perSecond: answers / result.duration,
    p99Ms: result.latency.p99,
    bad: result['4xx'] + result['5xx'] + result.errors,
  }),
);
