import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { makeProgram, makeUnique, sendRegistration } from './story.ts';

export const documentsPage = '/registration/documents';
const phone = '+256 700 000 099';

const asks = [
  { id: 'level', kind: 'choice', label: 'Last class', options: ['P7', 'S4'], needed: 'acceptance' },
  { id: 's4', kind: 'document', label: 'S4 slip', onlyIf: { ask: 'level', is: 'S4' }, needed: 'acceptance' },
  { id: 'identity', kind: 'document', label: 'Identity card', needed: 'start' },
  { id: 'allergies', kind: 'text', label: 'Allergies', isPrivate: true, needed: 'ifAny' },
];

/** Somebody who has registered for a program that asks for papers. */
export async function makeApplicant(request: APIRequestContext, account: Parameters<typeof makeProgram>[1]) {
  const program = await makeProgram(request, account, { name: makeUnique('Papers'), asks });
  const { reference } = await sendRegistration(request, { programId: program.id, phone });
  return {
    reference,
    remove: program.remove,
    /** On the page that asks for the reference. */
    enter: async (page: Page) => {
      const main = page.getByRole('main');
      await main.getByLabel('Reference or Pay Code').fill(reference);
      await main.getByLabel('Phone').fill(phone);
      await main.getByRole('button', { name: 'Continue' }).click();
    },
  };
}

export const findAsk = (page: Page, label: string) => page.getByRole('region', { name: label });
/** The field that the buttons of an ask open. */
export const findFiles = (page: Page, label: string) =>
  findAsk(page, label).locator('input[type=file][name=file]');

/** Like a photo of a page: many edges, no two alike, and larger than what is sent of it. */
export async function takePhoto(name: string) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const drawn = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#fff', noise } })
    .png()
    .toBuffer();
  const photo = sharp(drawn).resize(1800, 2400, { kernel: 'nearest' }).jpeg({ quality: 95 });
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await photo.toBuffer() };
}

/** Counts the bytes of pages on their way to the site, and cuts the line within those whose number is named. */
export async function startCuttingProxy(baseURL: string, cuts: number[]) {
  const sendings: { hash: string; bytes: number; isWhole: boolean }[] = [];
  const server = createServer((asked, answer) => {
    const { method, url = '/', headers } = asked;
    const onward = { ...headers, host: new URL(baseURL).host, ...(headers.origin && { origin: baseURL }) };
    const passed = httpRequest(new URL(url, baseURL), { method, headers: onward }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    const [, hash] = (method === 'PUT' && /\/pages\/(\w+)$/.exec(url)) || [];
    if (!hash) return void asked.pipe(passed);
    const sending = { hash, bytes: 0, isWhole: false };
    const isCut = cuts.includes(sendings.push(sending));
    asked.on('data', (part: Buffer) => {
      sending.bytes += part.length;
      if (!isCut || sending.bytes < Number(headers['content-length']) / 2) return;
      passed.destroy();
      asked.destroy();
    });
    asked.on('end', () => {
      sending.isWhole = true;
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sendings,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
