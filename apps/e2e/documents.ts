import { createHash } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { readRealFile } from '../server/src/testing/files/real-files.ts';
import { expect } from './expect.ts';

/** Small, because the product decodes and encodes every page anew. */
const picture = await sharp({ create: { width: 240, height: 320, channels: 3, background: '#cde' } })
  .jpeg()
  .toBuffer();
let photographed = 0;

/** A photo of other bytes than those before: a comment follows the first marker. */
export function takePhoto(): Buffer {
  photographed += 1;
  const words = Buffer.from(`Page ${photographed}`);
  const marker = Buffer.from([0xff, 0xfe, 0, words.length + 2]);
  return Buffer.concat([picture.subarray(0, 2), marker, words, picture.subarray(2)]);
}

/** As an iPhone keeps it. Chromium cannot decode it, and the server neither. */
export const heicPhoto = {
  name: 'IMG_0001.HEIC',
  mimeType: 'image/heic',
  buffer: readRealFile('photos', 'libheif.heic'),
};

/** Sends so many pages of each document as the applicant does. */
export async function sendDocuments(
  request: APIRequestContext,
  who: { reference: string; phone: string },
  pages: Record<string, number>,
) {
  const path = '/api/v1/registrations/documents';
  const ticket = await request.post(`${path}/ticket`, { data: who });
  expect(ticket.status()).toBe(200);
  for (const [ask, count] of Object.entries(pages)) {
    for (let page = 0; page < count; page += 1) {
      const data = takePhoto();
      const hash = createHash('sha256').update(data).digest('hex');
      const answer = await request.put(`${path}/${ask}/pages/${hash}`, {
        data,
        headers: { 'content-type': 'image/jpeg' },
      });
      expect(answer.status()).toBe(200);
    }
  }
}

/** What a program of a story asks for. */
export const askedPapers = [
  { id: 's4', kind: 'document', label: 'S4 result slip', help: 'All pages.', needed: 'acceptance' },
  { id: 'id', kind: 'document', label: 'National identity card', needed: 'acceptance' },
  { id: 'photo', kind: 'document', label: 'Passport photograph', needed: 'start' },
];
