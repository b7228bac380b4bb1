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
import { rushTogether } from './rush.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { measureStrangers } from './strangers.ts';

type Part = { measure(): Promise<Section>; needs?: string[] };

const parts: Record<string, Part> = {
  load: { measure: measureLoad, needs: ['wrk'] },
  search: { measure: measureSearch },
  rendering: { measure: measureRendering },
  start: { measure: measureStart, needs: ['wrk'] },
  'first-load': { measure: weighFirstLoad },
  phone: { measure: measurePhone },
  lighthouse: { measure: auditPages },
  office: { measure: measureOffice },
  fees: { measure: measureFees },
  certificates: { measure: measureCertificates },
  strangers: { measure: measureStrangers },
  rush: { measure: rushTogether, needs: ['wrk', 'nginx', 'redis-server', 'caddy'] },
};

const asked = process.argv.slice(2).filter((argument) => argument !== '--short');
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const missed: string[] = [];
for (const [name, { measure, needs = [] }] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const missing = needs.filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    console.warn(`${name}: skipped, because ${missing.join(' and ')} is not installed`);
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

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
