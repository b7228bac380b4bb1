import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { measureCertificates } from './certificates.ts';
import { measureFees } from './fees.ts';
import { weighFirstLoad } from './first-load.ts';
import { auditPages } from './lighthouse.ts';
import { measureLoad } from './load.ts';
import { measureOffice } from './office-screens.ts';
import { measurePhone } from './phone.ts';
import { measureRendering } from './rendering.ts';
import { isMissed, isShort, printSection, type Section } from './report.ts';
import { storeResult } from './results.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { measureStrangers } from './strangers.ts';

const parts: Record<string, () => Promise<Section>> = {
  load: measureLoad,
  search: measureSearch,
  rendering: measureRendering,
  start: measureStart,
  'first-load': weighFirstLoad,
  phone: measurePhone,
  lighthouse: auditPages,
  office: measureOffice,
  fees: measureFees,
  certificates: measureCertificates,
  strangers: measureStrangers,
};
const withWrk = ['load', 'start'];
const hasWrk = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'wrk')));

const asked = process.argv.slice(2).filter((argument) => argument !== '--short');
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const missed: string[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (withWrk.includes(name) && !hasWrk) {
    console.warn(`${name}: skipped, because wrk is not installed`);
    continue;
  }
  console.info(`${name} …`);
  // Each part is written at once, so that a later failure does not lose it.
  const section = await measure();
  missed.push(...section.figures.filter(isMissed).map((figure) => `${name}: ${figure.name}`));
  console.info(`\n${printSection(section)}\n`);
  if (!isShort) storeResult(name, section);
}
if (missed.length > 0) console.error(`Missed:\n${missed.join('\n')}`);
process.exitCode = missed.length > 0 ? 1 : 0;
