import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { measureCertificates } from './certificates.ts';
import { measureFees } from './fees.ts';
import { measureFirstLoad } from './first-load.ts';
import { auditPages } from './lighthouse.ts';
import { measureLoad } from './load.ts';
import { measureOffice } from './office-screens.ts';
import { measurePhone } from './phone.ts';
import { measureRendering } from './rendering.ts';
import { isShortRun, isTargetMissed, printSection, type ReportSection } from './report.ts';
import { storePartResult } from './results.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { measureStrangers } from './strangers.ts';

const benchmarkParts: Record<string, () => Promise<ReportSection>> = {
  load: measureLoad,
  search: measureSearch,
  rendering: measureRendering,
  start: measureStart,
  'first-load': measureFirstLoad,
  phone: measurePhone,
  lighthouse: auditPages,
  office: measureOffice,
  fees: measureFees,
  certificates: measureCertificates,
  strangers: measureStrangers,
};
const partsThatNeedWrk = ['load', 'start'];
const hasWrk = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'wrk')));

const chosenPartNames = process.argv.slice(2).filter((argument) => argument !== '--short');
const unknownPartNames = chosenPartNames.filter((name) => !(name in benchmarkParts));
if (unknownPartNames.length > 0) {
  console.error(
    `There is no part ${unknownPartNames.join(', ')}. The parts: ${Object.keys(benchmarkParts).join(', ')}.`,
  );
  process.exit(1);
}

const missedTargets: string[] = [];
for (const [name, measure] of Object.entries(benchmarkParts)) {
  if (chosenPartNames.length > 0 && !chosenPartNames.includes(name)) continue;
  if (partsThatNeedWrk.includes(name) && !hasWrk) {
    console.warn(`${name}: skipped, because wrk is not installed`);
    continue;
  }
  console.info(`${name} …`);
  // The figures of each part are stored at once, so that a failure of a later part does not lose them.
  const section = await measure();
  missedTargets.push(...section.figures.filter(isTargetMissed).map((figure) => `${name}: ${figure.name}`));
  console.info(`\n${printSection(section)}\n`);
  if (!isShortRun) storePartResult(name, section);
}
if (missedTargets.length > 0) console.error(`Missed:\n${missedTargets.join('\n')}`);
process.exitCode = missedTargets.length > 0 ? 1 : 0;
