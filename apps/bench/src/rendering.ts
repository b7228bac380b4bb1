import { callOfficeProcedure, repeatRun, signUp, withProduct } from './product.ts';
import { computeQuantile, isShortRun, type ReportSection } from './report.ts';
import { getCompressed } from './wire.ts';

const CONTENT_CHANGE_COUNT = isShortRun ? 2 : 10;
const READER_COUNT = 3;

export const measureRendering = (): Promise<ReportSection> =>
  withProduct(async ({ origin }) => {
    const ownerSession = { origin, ...(await signUp(origin)) };
    const { body } = await getCompressed(`${origin}/sitemap.xml`, { 'accept-encoding': 'identity' });
    const pagePaths = Array.from(
      `${body}`.matchAll(/<loc>([^<]+)/g),
      ([, page = '']) => new URL(page).pathname,
    );
    const pageAddresses = pagePaths
      .slice(0, 30)
      .flatMap((path) => Array<string>(READER_COUNT).fill(origin + path));
    const pageAnswerTimes = await repeatRun(1 + CONTENT_CHANGE_COUNT, async (turn) => {
      // A change of content empties the cache of pages
      await callOfficeProcedure(ownerSession, 'programs.update', {
        id: 1,
        changes: { maxParticipants: 1000 + turn },
      });
      return Promise.all(pageAddresses.map(async (page) => (await getCompressed(page)).ms));
    });
    const renderingFigureName = `30 pages by ${READER_COUNT} readers each after a change, p99`;
    return {
      title: 'Rendering',
      text: 'From the request to the last byte, after a change of a program: pages that read it are rendered anew, the others keep their bytes.',
      figures: [
        {
          name: renderingFigureName,
          value: computeQuantile(pageAnswerTimes.slice(1).flat(), 0.99),
          unit: 'ms',
          atMost: 200,
        },
      ],
    };
  });
