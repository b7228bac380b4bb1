import { request } from 'node:http';
import { bodyPaths, listLargeBodies } from '../../server/src/testing/app/large-bodies.ts';
import { OWNER_EMAIL, repeatRun, signUp, withProduct } from './product.ts';
import { computeMedian, type Figure, findWorstFigure, isShortRun, type ReportSection } from './report.ts';

const TRY_COUNT = isShortRun ? 5 : 20;

export const measureStrangers = (): Promise<ReportSection> =>
  withProduct(async ({ origin }, client) => {
    const { token } = await signUp(origin);
    const timeSignIn = async (email: string) => {
      // Deletes wrong tries, because their limit would refuse the calls
      await client.query('delete from wrong_tries');
      return timePost(origin, '/api/v1/admin/login', { email, password: 'a wrong test phrase' });
    };
    const timeResetRequest = (email: string) => timePost(origin, '/api/trpc/auth.requestReset', { email });
    return {
      title: 'Strangers',
      text: `What a stranger could learn from a time, or slow down: medians of ${TRY_COUNT} tries for an address with an account and for one without, by turns; and the longest answer to ${listLargeBodies().length} large bodies at ${bodyPaths.length} addresses, the fastest of three.`,
      figures: [
        await compareAnswerTimes('a wrong sign-in', timeSignIn, async () => OWNER_EMAIL),
        // An address gets only one link in five minutes, so each try uses another account.
        await compareAnswerTimes('a request for a new password', timeResetRequest, async (turn) => {
          await signUp(origin, `staff${turn}@example.org`);
          return `staff${turn}@example.org`;
        }),
        await sendLargeBodies(origin, token),
      ],
    };
  });

/** Returns ms. A server may answer before the whole body has been sent. */
function timePost(origin: string, path: string, body: object | string, given = {}): Promise<number> {
  const startedAt = performance.now();
  const isRawBody = typeof body === 'string' || Buffer.isBuffer(body);
  const headers = { 'content-type': 'application/json', connection: 'close', ...given };
  return new Promise((resolve, reject) => {
    const postRequest = request(origin + path, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(performance.now() - startedAt);
    });
    postRequest.on('error', reject).end(isRawBody ? body : JSON.stringify(body));
  });
}

/**
 * Compares in per cent. If the product skipped a check for one kind of address, that kind would be answered ten times
 * as fast.
 */
async function compareAnswerTimes(
  what: string,
  timeOne: (email: string) => Promise<number>,
  makeAccount: (turn: number) => Promise<string>,
): Promise<Figure> {
  const answerTimePairs = await repeatRun(TRY_COUNT, async (turn) => ({
    known: await timeOne(await makeAccount(turn)),
    unknown: await timeOne(`stranger${turn}@example.org`),
  }));
  const existingAccountMs = computeMedian(answerTimePairs.map((one) => one.known));
  const unknownEmailMs = computeMedian(answerTimePairs.map((one) => one.unknown));
  return {
    name: `${what}: known and unknown address differ by`,
    value: Math.abs(existingAccountMs / unknownEmailMs - 1) * 100,
    unit: '%',
    atMost: 50,
    details: `${existingAccountMs.toFixed(1)} ms and ${unknownEmailMs.toFixed(1)} ms`,
  };
}

async function sendLargeBodies(origin: string, token: string): Promise<Figure> {
  const largeBodyFigures: Figure[] = [];
  for (const [name, body, given] of listLargeBodies()) {
    const headers = { authorization: `Bearer ${token}`, ...given };
    for (const bodyPath of bodyPaths) {
      const answerMs = Math.min(...(await repeatRun(3, () => timePost(origin, bodyPath, body, headers))));
      largeBodyFigures.push({ name: `${name} to \`${bodyPath}\``, value: answerMs, unit: 'ms', atMost: 100 });
    }
  }
  return findWorstFigure('the longest answer to a large body', largeBodyFigures);
}
