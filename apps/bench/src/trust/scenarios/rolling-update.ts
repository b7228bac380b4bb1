import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Side, startProduct } from '../../product.ts';
import { startBalancer } from '../balancer.ts';
import { lostMessages, startDatabase, urlOf } from '../database.ts';
import { startLoad } from '../load.ts';
import { assetsOf, currentRelease, makeCheckout, releaseAnew } from '../releases.ts';
import { atLeast, exactly, none, noted, type Scenario } from '../scenario.ts';

const PER_SECOND = 50;
const PAGES = ['/', '/programs', '/programs/1', '/news', '/registration', '/contact', '/admin/login'];
/** Visitors stay on a page that they loaded before the update, and then ask for its late parts. */
const ASSETS_PER_SECOND = 40;

/** New pages are released under two running processes, which are then started again one after the other. */
export const scenario: Scenario = {
  name: 'rolling-update',
  limitSeconds: 240,
  async run(folder) {
    const checkout = makeCheckout(join(folder, 'checkout'));
    const { dataDir, server } = await startDatabase(folder);
    const balancer = await startBalancer();
    const settings = {
      DATABASE_URL: urlOf(server.connection),
      AUTH_SECRET: 'the secret of both processes of this scenario',
      PUBLIC_URL: balancer.origin,
      SEED_DEMO: 'true',
    };
    const start = async (name: string) => {
      const side = await startProduct(join(folder, name), settings, checkout);
      await balancer.add(side.origin);
      return side;
    };
    const update = async (name: string, side: Side) => {
      await side.stop();
      balancer.remove(side.origin);
      return start(name);
    };
    const sides = { one: await start('one'), two: await start('two') };

    const former = assetsOf(currentRelease(checkout));
    const load = startLoad(balancer.origin, { perSecond: PER_SECOND });
    const visits = startVisits(balancer.origin, former);
    await sleep(3000);
    releaseAnew(checkout);
    const later = assetsOf(currentRelease(checkout));
    await sleep(3000);
    sides.one = await update('one', sides.one);
    // pages of both releases are open now
    visits.know(later);
    await sleep(3000);
    sides.two = await update('two', sides.two);
    await sleep(3000);
    await visits.stop();
    await load.stop();

    const updated = await Promise.all(
      [sides.one, sides.two].map(async ({ origin }) => {
        const page = await fetch(origin, { headers: { host: new URL(balancer.origin).host } });
        return assetsIn(await page.text()).every((name) => later.includes(name));
      }),
    );
    balancer.close();
    for (const side of [sides.one, sides.two]) await side.stop();
    const lost = await lostMessages(dataDir, load.seen.accepted);
    await server.stop();
    return [
      noted('requests answered', load.seen.answered),
      atLeast('messages accepted', load.seen.accepted.length, 100),
      none('accepted messages that are missing', lost),
      none('failed requests', [...load.seen.faults, ...load.seen.pageFaults]),
      atLeast('pages looked at, with all their scripts and styles', visits.seen.pages, 20),
      atLeast('late parts of both releases asked for', visits.seen.assets, 200),
      none('broken pages', visits.seen.broken),
      exactly('processes that serve the new pages afterwards', updated.filter(Boolean).length, 2),
    ];
  },
};

const assetsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name = '']) => name)),
];

/** Opens pages and loads all that they name, and asks for late parts of the releases that visitors have open. */
function startVisits(origin: string, assets: string[]) {
  const seen = { pages: 0, assets: 0, broken: [] as string[] };
  const known = [...assets];
  const open = new Set<Promise<void>>();
  let isOver = false;

  async function get(path: string): Promise<string> {
    try {
      const answer = await fetch(origin + path);
      if (answer.status !== 200) seen.broken.push(`${path}: ${answer.status}`);
      return await answer.text();
    } catch (error) {
      seen.broken.push(`${path}: ${error instanceof Error ? error.message : error}`);
      return '';
    }
  }
  async function visitPages(): Promise<void> {
    for (let visit = 0; !isOver; visit += 1) {
      const html = await get(PAGES[visit % PAGES.length] ?? '/');
      await Promise.all(assetsIn(html).map((name) => get(`/assets/${name}`)));
      seen.pages += 1;
      await sleep(100);
    }
  }
  const visiting = visitPages();
  let turn = 0;
  const asking = setInterval(() => {
    // in an order that reaches all of them
    turn += 7;
    const asked = get(`/assets/${known[turn % known.length]}`).then(() => {
      seen.assets += 1;
    });
    open.add(asked);
    asked.finally(() => open.delete(asked));
  }, 1000 / ASSETS_PER_SECOND);

  return {
    seen,
    know: (more: string[]) => {
      known.push(...more);
    },
    stop: async () => {
      isOver = true;
      clearInterval(asking);
      await Promise.all([visiting, ...open]);
    },
  };
}
