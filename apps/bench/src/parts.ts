import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningServer } from '@institute/embedded-postgres';
import type { ClientConfig } from 'pg';
import { startBare } from './bare.ts';
import { weighFirstLoad } from './first-load.ts';
import { measureFirstViews } from './first-views.ts';
import { auditPages } from './lighthouse.ts';
import { longListSection, missedLists } from './long-list-report.ts';
import { measureLongLists } from './long-lists.ts';
import { measureOffice } from './office-lists.ts';
import { missedAnswers, officeSection } from './office-report.ts';
import { measureAsPeers, peerSection } from './peers.ts';
import { type Side, startProduct } from './product.ts';
import { compareReads } from './reads.ts';
import { compareRegistrations, copyTable } from './registrations.ts';
import { measureRendering } from './rendering.ts';
import {
  adminSection,
  firstLoadSection,
  firstViewSection,
  lighthouseSection,
  missedComparisons,
  missedMeasures,
  missedPages,
  readSection,
  renderingSection,
  startSection,
  weakPhoneSection,
  writeSection,
} from './report.ts';
import { searchSection, slowSearches } from './search-report.ts';
import { measureSearches } from './searches.ts';
import { measureStarts } from './starts.ts';
import { compareUncached, selectPrograms } from './uncached.ts';
import { measureAdmin } from './weak-office.ts';
import { measureWeakPhone } from './weak-phone.ts';

/** A section of the report, and the targets that it misses. */
interface Part {
  section: string;
  missed: string[];
}

type Product = Side & { publicOrigin: string; connection: ClientConfig };

/** Parts of the report by the name on the command line. Each can be measured alone and then replaces its section. */
export const parts: Record<string, () => Promise<Part>> = {
  reads: () =>
    withProduct(async (product) => {
      const comparisons = await compareReads(product);
      return { section: readSection(comparisons), missed: missedComparisons(comparisons) };
    }),
  database: () =>
    withProduct(async (product) => {
      const { connection } = product;
      const insert = await copyTable(connection);
      const bare = await startBare({ constants: [], connection, insert, select: selectPrograms });
      try {
        const comparisons = [await compareUncached(product, bare), await compareRegistrations(product, bare)];
        return { section: writeSection(comparisons), missed: missedComparisons(comparisons) };
      } finally {
        await bare.stop();
      }
    }),
  rendering: () =>
    withProduct(async (product) => {
      const measures = await measureRendering(product);
      return { section: renderingSection(measures), missed: missedMeasures(measures) };
    }),
  starts: () =>
    withDataDir(async (dataDir) => {
      const measures = await measureStarts(dataDir);
      return { section: startSection(measures), missed: missedMeasures(measures) };
    }),
  'first-load': () =>
    withProduct(async (product) => {
      const measures = await weighFirstLoad(product);
      return { section: firstLoadSection(measures), missed: missedMeasures(measures) };
    }),
  views: () =>
    withProduct(async ({ publicOrigin }) => {
      const measures = await measureFirstViews(publicOrigin);
      return { section: firstViewSection(measures), missed: missedMeasures(measures) };
    }),
  phone: () =>
    withProduct(async ({ publicOrigin }) => {
      const measures = await measureWeakPhone(publicOrigin);
      return { section: weakPhoneSection(measures), missed: missedMeasures(measures) };
    }),
  lighthouse: () =>
    withProduct(async ({ publicOrigin }) => {
      const audited = await auditPages(publicOrigin);
      return { section: lighthouseSection(audited), missed: missedPages(audited) };
    }),
  peers: () =>
    withProduct(async (product) => ({ section: peerSection(await measureAsPeers(product)), missed: [] })),
  searches: async () => {
    const searches = await measureSearches();
    return { section: searchSection(searches), missed: slowSearches(searches) };
  },
  lists: async () => {
    const lists = await measureLongLists();
    return { section: longListSection(lists), missed: missedLists(lists) };
  },
  office: async () => {
    // a folder that is kept need not be filled again
    const answers = await measureOffice(process.env.BENCH_OFFICE_DIR);
    return { section: officeSection(answers), missed: missedAnswers(answers) };
  },
  admin: async () => {
    const measures = await measureAdmin(process.env.BENCH_OFFICE_DIR);
    return { section: adminSection(measures), missed: missedMeasures(measures) };
  },
};

async function withDataDir<T>(measure: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'institute-bench-'));
  try {
    return await measure(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Measures the product on a new folder with the demo content. */
const withProduct = (measure: (product: Product) => Promise<Part>): Promise<Part> =>
  withDataDir(async (dataDir) => {
    const product = await startProduct(dataDir);
    try {
      return await measure({ ...product, connection: runningServer(dataDir) ?? {} });
    } finally {
      await product.stop();
    }
  });
