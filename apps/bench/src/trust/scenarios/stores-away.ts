import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { message } from '../../../../server/src/testing/given.ts';
import { noisyImage } from '../../../../server/src/testing/images.ts';
import { type ObjectStore, startObjectStore } from '../../../../server/src/testing/object-store.ts';
import { type RedisStandIn, type State, startRedis } from '../../../../server/src/testing/redis-stand-in.ts';
import { signUp, uploadImage } from '../../office.ts';
import { startProduct } from '../../product.ts';
import { atMost, exactly, none, type Scenario } from '../scenario.ts';

/** 30 forms a minute of each kind and address, times this factor. */
const FACTOR = 2;
const ALLOWED = 30 * FACTOR;
const SENT = ALLOWED + 20;
const FORM_MS = 1500;
const IMAGE_MS = 8000;
const RETURN_MS = 15_000;

/** What becomes of Redis and of the object store. A store that has gone does not come back here. */
const faults: {
  name: string;
  redis: State;
  breakStore: (store: ObjectStore) => unknown;
  returns: boolean;
}[] = [
  { name: 'away', redis: 'away', breakStore: (store) => store.close(), returns: false },
  {
    ...{ name: 'slow', redis: 'silent', returns: true },
    breakStore: (store) => {
      store.isSilent = true;
    },
  },
  {
    ...{ name: 'refusing', redis: 'refusing', returns: true },
    breakStore: (store) => {
      store.isUnreachable = true;
    },
  },
  {
    ...{ name: 'wrong', redis: 'senseless', returns: true },
    breakStore: (store) => {
      store.isUnreachable = true;
    },
  },
];

/** Redis and the object store are away, slow or wrong. Stand-ins that speak their protocols take their places. */
export const scenario: Scenario = {
  name: 'stores-away',
  limitSeconds: 180,
  async run(folder) {
    const figures = [];
    for (const fault of faults) {
      const [redis, store] = [await startRedis(), await startObjectStore()];
      figures.push(...(await runFault(join(folder, fault.name), fault, redis, store)));
      await redis.close();
      if (fault.returns) await store.close();
    }
    return figures;
  },
};

async function runFault(
  dataDir: string,
  { name, redis: state, breakStore, returns }: (typeof faults)[number],
  redis: RedisStandIn,
  store: ObjectStore,
) {
  const product = await startProduct(dataDir, {
    REDIS_URL: redis.url,
    S3_URL: store.url,
    RATE_LIMIT_FACTOR: String(FACTOR),
    LOG_LEVEL: 'silent',
  });
  const { origin } = product;
  const bearer = await signUp(origin);
  const image = await noisyImage('jpeg');
  const { status, url: path } = await uploadImage(origin, bearer, image);
  const url = new URL(path, origin).href;
  // another form, because the process itself has counted the first one until it reached Redis
  const isCounted = (counted: number) =>
    isSoon(async () => {
      await sendForm(origin, 'newsletter/subscribe', subscription);
      return redis.counted() > counted;
    });
  const isShared = await isCounted(0);

  await redis.become(state);
  await breakStore(store);
  const forms = [];
  for (let sent = 0; sent < SENT; sent += 1) forms.push(await sendForm(origin));
  const imageAt = performance.now();
  const shown = await statusOf(url);
  const imageMs = performance.now() - imageAt;
  const again = (await uploadImage(origin, bearer, image)).status;

  let isBack = true;
  if (returns) {
    [store.isSilent, store.isUnreachable] = [false, false];
    await redis.become('well');
    const counted = redis.counted();
    isBack = (await isSoon(async () => (await statusOf(url)) === 200)) && (await isCounted(counted));
  }
  await product.stop();
  const accepted = forms.filter((form) => form.status === 201).length;
  const others = forms.filter((form) => form.status !== 201 && form.status !== 429);
  return [
    none(`${name}: what did not work before`, [
      ...(status === 200 ? [] : [`upload: ${status}`]),
      ...(isShared ? [] : ['Redis counts nothing']),
    ]),
    exactly(`${name}: forms accepted of ${SENT}, by the limit of the process`, accepted, ALLOWED),
    none(
      `${name}: other answers than 201 and 429`,
      others.map((form) => String(form.status)),
    ),
    atMost(`${name}: slowest form`, Math.max(...forms.map(({ ms }) => ms)), FORM_MS, 'ms'),
    exactly(`${name}: a picture, status`, shown, 503),
    atMost(`${name}: a picture, refused within`, imageMs, IMAGE_MS, 'ms'),
    exactly(`${name}: an upload, status`, again, 503),
    ...(returns ? [none(`${name}: what is not back ${RETURN_MS / 1000} s later`, isBack ? [] : ['it'])] : []),
  ];
}

const subscription = { email: 'amina@example.org' };

async function sendForm(
  origin: string,
  path = 'contact',
  form: object = message,
): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const answer = await fetch(`${origin}${apiPrefix}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  });
  await answer.text();
  return { status: answer.status, ms: performance.now() - startedAt };
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}

async function isSoon(holds: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + RETURN_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) return false;
    await sleep(200);
  }
  return true;
}
