import { request } from 'node:http';
import { bodyPaths, listLargeBodies } from '../../server/src/testing/app/large-bodies.ts';
import { OWNER_EMAIL, repeat, signUp, withProduct } from './product.ts';
import { computeMedian, type Figure, findWorstFigure, isShort, type Section } from './report.ts';

const TRY_COUNT = isShort ? 5 : 20;

export const measureStrangers = (): Promise<Section> =>
  withProduct(async ({ origin }, client) => {
    const { token } = await signUp(origin);
    const trySignIn = async (email: string) => {
      // Otherwise the limits of wrong tries would refuse the calls
      await client.query('delete from wrong_tries');
      return timePost(origin, '/api/v1/admin/login', { email, password: 'a wrong test phrase' });
    };
    const askReset = (email: string) => timePost(origin, '/api/trpc/auth.requestReset', { email });
    return {
      title: 'Strangers',
      text: `What a stranger could learn from a time, or slow down: medians of ${TRY_COUNT} tries for an address with an account and for one without, by turns; and the longest answer to ${listLargeBodies().length} large bodies at ${bodyPaths.length} addresses, the fastest of three.`,
      figures: [
        await compareTimes('a wrong sign-in', trySignIn, async () => OWNER_EMAIL),
        // An address gets one link in five minutes, so each try is for another account.
        await compareTimes('a request for a new password', askReset, async (turn) => {
          await signUp(origin, `staff${turn}@example.org`);
          return `staff${turn}@example.org`;
        }),
        await sendLargeBodies(origin, token),
      ],
    };
  });

/** Milliseconds. Also takes an answer that comes before the whole body is sent. */
function timePost(origin: string, path: string, body: object | string, given = {}): Promise<number> {
  const startedAt = performance.now();
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const headers = { 'content-type': 'application/json', connection: 'close', ...given };
  return new Promise((resolve, reject) => {
    const post = request(origin + path, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(performance.now() - startedAt);
    });
    post.on('error', reject).end(isRaw ? body : JSON.stringify(body));
  });
}

/** In percent. A check that is skipped for one kind makes it ten times as fast. */
async function compareTimes(
  what: string,
  timeOne: (email: string) => Promise<number>,
  makeAccount: (turn: number) => Promise<string>,
): Promise<Figure> {
  const times = await repeat(TRY_COUNT, async (turn) => ({
    known: await timeOne(await makeAccount(turn)),
    unknown: await timeOne(`stranger${turn}@example.org`),
  }));
  const knownMs = computeMedian(times.map((one) => one.known));
  const unknownMs = computeMedian(times.map((one) => one.unknown));
  return {
    name: `${what}: known and unknown address differ by`,
    value: Math.abs(knownMs / unknownMs - 1) * 100,
    unit: '%',
    atMost: 50,
    details: `${knownMs.toFixed(1)} ms and ${unknownMs.toFixed(1)} ms`,
  };
}

async function sendLargeBodies(origin: string, token: string): Promise<Figure> {
  const figures: Figure[] = [];
  for (const [name, body, given] of listLargeBodies()) {
    const headers = { authorization: `Bearer ${token}`, ...given };
    for (const path of bodyPaths) {
      const value = Math.min(...(await repeat(3, () => timePost(origin, path, body, headers))));
      figures.push({ name: `${name} to \`${path}\``, value, unit: 'ms', atMost: 100 });
    }
  }
  return findWorstFigure('the longest answer to a large body', figures);
}
